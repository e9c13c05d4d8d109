import { useEffect, useEffectEvent, useRef } from 'react';
import { wordsOfChanges } from '#offline/accounts/last-words.ts';
import { device } from '#offline/open-device.ts';
import type { ChangesDraft } from '#offline/stores/account-store.ts';
import { toast } from '#ui/toast.ts';
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

/** Whether the shop got a draft that it didn't answer. */
function hasArrived({ isTried, note, ...draft }: ChangesDraft, shown: ShownDelivery): boolean {
  const { state, moves } = shown.request;
  const last = moves.findLast(
    ({ toState, mover }) => toState === 'changes_wanted' && mover === 'buyer',
  );
  const isAnswered = state !== 'delivered' || shown.delivery.number > draft.delivery;
  return isTried === true && isAnswered && last?.note.trim() === note.trim();
}

export interface ChangesForm extends Pick<Draft<ChangesDraft>, 'content' | 'change' | 'save'> {
  /** Begins with nothing again. If something was changed since it was tried, that stays. */
  readonly clearTried: () => Promise<void>;
}

/** What a buyer wants changed in a delivered design, until it is sent. */
export function useChangesDraft(shown: ShownDelivery): ChangesForm {
  const { request, delivery } = shown;
  const { content, change, save } = useSavedDraft(() => openDraft(request._id, delivery.number));
  const newest = useRef(content);
  newest.current = content;
  async function clearTried(): Promise<void> {
    if (!newest.current?.isTried) return;
    change({ requestId: request._id, delivery: delivery.number, note: '', marks: [] });
    await save().catch(() => {});
  }
  const isSent = content !== null && hasArrived(content, shown);
  const tellSent = useEffectEvent(() => {
    void clearTried();
    toast.success('Your changes were sent.');
  });
  useEffect(() => {
    if (isSent) tellSent();
  }, [isSent]);
  return { content: content && onPicturesOf(content, delivery), change, save, clearTried };
}
