import { wordsOfChanges } from '#offline/accounts/last-words.ts';
import { device } from '#offline/open-device.ts';
import type { ChangesDraft } from '#offline/stores/account-store.ts';
import { type Draft, type DraftStore, useSavedDraft } from '#ui/use-saved-draft.ts';
import type { ShownDelivery } from './request-access.ts';

/** Whether anything was written or marked. */
export function isBegun({ note, marks }: ChangesDraft): boolean {
  return note !== '' || marks.length > 0;
}

/** Puts what was said about pictures that are no longer delivered into the words about the whole. */
export function onPicturesOf(
  draft: ChangesDraft,
  { pictures }: ShownDelivery['delivery'],
): ChangesDraft {
  const ids = new Set(pictures.map(({ _id }) => _id));
  const lost = draft.marks.filter(({ pictureId }) => !ids.has(pictureId));
  if (lost.length === 0) return draft;
  return {
    ...draft,
    marks: draft.marks.filter(({ pictureId }) => ids.has(pictureId)),
    note: [draft.note, ...lost.map(({ text }) => text)].filter((text) => text !== '').join('\n'),
  };
}

function openDraft(requestId: string, delivery: number): DraftStore<ChangesDraft> {
  const requests = device().ownRequests();
  return {
    async read() {
      const found = await requests.then((own) => own.changesDraft(requestId)).catch(() => null);
      return found ?? { requestId, delivery, note: '', marks: [] };
    },
    write: async (draft) => (await requests).saveChangesDraft(draft, isBegun(draft)),
    lastWords: wordsOfChanges(requestId),
  };
}

/** What a buyer wants changed in a delivered design, until it is sent. */
export function useChangesDraft({
  request: { _id: requestId },
  delivery,
}: ShownDelivery): Draft<ChangesDraft> {
  const draft = useSavedDraft(() => openDraft(requestId, delivery.number));
  return { ...draft, content: draft.content && onPicturesOf(draft.content, delivery) };
}
