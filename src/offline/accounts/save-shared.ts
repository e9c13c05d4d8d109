import { emptyRequestFields } from '#contract/shop/custom-request.ts';
import { draftContent, writeDraft } from '#offline/outbox/request-rules.ts';
import { withCurrentStore } from '#offline/stores/current-store.ts';
import type { IndexedDb } from '#offline/stores/indexed-db.ts';

/** What another app shared with the shop. */
export interface Shared {
  /** Title, text and URL, if present. */
  readonly texts: readonly string[];
  readonly files: readonly File[];
}

/** Adds shared texts and files to the custom request draft of whoever uses the device now. */
export async function saveShared(
  { texts, files }: Shared,
  parts: { readonly idb: IndexedDb | null; readonly newId: () => string; readonly now: number },
): Promise<void> {
  const { idb, newId } = parts;
  await withCurrentStore(idb, (store) =>
    store.change((rows) => {
      const draft = draftContent(rows);
      const fields = draft?.fields ?? emptyRequestFields;
      const words = [fields.description, ...texts].filter((text) => text.trim() !== '');
      const content = {
        fields: { ...fields, description: words.join('\n') },
        images: [...(draft?.images ?? []), ...files.map((file) => ({ id: newId(), file }))],
      };
      return writeDraft(rows, content, { opId: newId(), at: new Date(parts.now).toISOString() });
    }),
  );
}
