import * as v from 'valibot';
import { session } from '#api/session.ts';
import { markSchema } from '#contract/shop/delivery.ts';
import type { RequestContent } from '#offline/outbox/request-rules.ts';
import type { MessageAbout } from '#offline/outbox/rows.ts';
import type { ChangesDraft } from '#offline/stores/account-store.ts';

const requestSchema = v.object({
  fields: v.object({
    name: v.string(),
    email: v.string(),
    designType: v.string(),
    description: v.string(),
    subject: v.exactOptional(v.string()),
    stars: v.exactOptional(v.string()),
    keepsPhoto: v.exactOptional(v.picklist(['true', ''])),
  }),
});
const changesSchema = v.object({
  note: v.string(),
  marks: v.array(v.object({ ...markSchema.entries, text: v.string(), key: v.number() })),
  isTried: v.exactOptional(v.boolean()),
});

/**
 * What was typed last in a form, kept in this tab when its page is left: the database may not get it in time. Only the
 * account that typed it reads it. `schema` picks what can be kept: not pictures.
 */
function lastWords<T extends object>(form: string, schema: v.GenericSchema<unknown, Partial<T>>) {
  const key = `last-words:${form}`;
  const accountId = session.getState().user?._id ?? 'visitor';
  const owned = v.object({ accountId: v.literal(accountId), words: schema });
  return {
    keep(words: T): void {
      try {
        sessionStorage.setItem(key, JSON.stringify(v.parse(owned, { accountId, words })));
      } catch {
        // If storage is blocked or full, the database has to get it in time.
      }
    },
    /** The content with them, or as it is. */
    addTo(content: T): T {
      try {
        const found = sessionStorage.getItem(key);
        return found === null
          ? content
          : { ...content, ...v.parse(owned, JSON.parse(found)).words };
      } catch {
        return content;
      }
    },
    forget(): void {
      try {
        sessionStorage.removeItem(key);
      } catch {
        // Nothing was kept.
      }
    },
  };
}

/** Of a custom request, or of a message or a review of something. */
export const wordsOfRequest = (about?: MessageAbout) =>
  lastWords<RequestContent>(JSON.stringify(about ?? null), requestSchema);

/** Of what a buyer wants changed in a delivered design. */
export const wordsOfChanges = (requestId: string) =>
  lastWords<ChangesDraft>(requestId, changesSchema);
