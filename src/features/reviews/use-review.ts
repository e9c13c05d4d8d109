import { useRef, useState } from 'react';
import { logFailure } from '#api/log-failure.ts';
import { isShopReached } from '#api/reach.ts';
import { emptyRequestFields } from '#contract/shop/custom-request.ts';
import { type OwnReview, sentReviewSchema } from '#contract/shop/review.ts';
import { wordsOfRequest } from '#offline/accounts/last-words.ts';
import { device } from '#offline/open-device.ts';
import type { RequestContent } from '#offline/outbox/request-rules.ts';
import type { Picture } from '#offline/outbox/rows.ts';
import { type FormErrors, formErrors } from '#ui/form-errors.ts';
import { type Outcomes, tellSent } from '#ui/tell-sent.ts';
import { toast } from '#ui/toast.ts';
import { type DraftStore, useSavedDraft } from '#ui/use-saved-draft.ts';

/** What the review of a design is to the outbox. */
export const reviewOf = (productId: string) => ({ kind: 'review', id: productId }) as const;

const sending: Outcomes = {
  done: 'Review sent. The studio looks at it first.',
  failed: 'Your review couldn’t be sent. It is still here.',
  queued: 'Your review will be sent when the connection is back.',
};

const takingBack: Outcomes = {
  done: 'Your review is taken back.',
  failed: 'Your review couldn’t be taken back.',
  queued: 'Your review will be taken back when the connection is back.',
};

/** Begins with what the shop has. The photo that it has stays, also one that this device doesn’t know of. */
function firstDraft(known: OwnReview | null): RequestContent {
  const fields = {
    ...emptyRequestFields,
    description: known?.text ?? '',
    stars: known ? String(known.stars) : '',
    keepsPhoto: 'true' as const,
  };
  return { fields, images: [] };
}

interface ReviewDraft extends DraftStore<RequestContent> {
  /** Whether it isn't what somebody was writing, but what they begin with. */
  isFirst(content: RequestContent): boolean;
  /** @throws if the browser can't store it */
  discard(): Promise<void>;
}

/** What was being written; else what waits to be sent; else what the shop has. */
function openDraft(productId: string, known: OwnReview | null): ReviewDraft {
  const about = reviewOf(productId);
  // Not while rendering: opening the account's rows changes what the page shows.
  const requests = Promise.resolve().then(() => device().customRequests());
  let first: RequestContent | null = null;
  const readStored = async () => {
    const opened = await requests;
    return { draft: await opened.draft(about), waiting: await opened.waiting(about) };
  };
  return {
    async read() {
      const { draft, waiting } = await readStored().catch(() => ({ draft: null, waiting: null }));
      // A version before made a draft of what takes back.
      if (draft && !draft.fields.takesBack) return draft;
      first = waiting?.fields.takesBack ? firstDraft(null) : (waiting ?? firstDraft(known));
      return first;
    },
    write: async (content) => (await requests).write(content, about),
    lastWords: wordsOfRequest(about),
    isFirst: (content) => content === first,
    discard: async () => (await requests).discard(about),
  };
}

/** Sends what is queued about a design, and says how that went. */
async function send(opId: string, outcomes: Outcomes): Promise<void> {
  const requests = await device().customRequests();
  const left = await requests.sendMessage(opId, { pressed: isShopReached() });
  tellSent(left, device().cart().trouble === null, outcomes);
}

/** Takes back the review of a design, as soon as the shop can be reached. */
export async function takeBack(productId: string): Promise<void> {
  const requests = await device().customRequests();
  await send(await requests.queueTakeBack(reviewOf(productId)), takingBack);
}

/** The review of a design being written, and sending it. */
export function useReview(productId: string, known: OwnReview | null, onClose: () => void) {
  const [store] = useState(() => openDraft(productId, known));
  const { content, change, handOver, drop } = useSavedDraft(() => store);
  const [errors, setErrors] = useState<FormErrors<'stars' | 'text'>>({});
  const isQueueing = useRef(false);
  const newest = useRef<RequestContent | null>(null);

  function changeTo(next: RequestContent): void {
    newest.current = next;
    setErrors({});
    change(next);
  }

  async function submit(): Promise<void> {
    if (isQueueing.current || !content) return;
    const { stars = '', description: text } = content.fields;
    const faults = formErrors(sentReviewSchema, { stars, text });
    setErrors(faults);
    if (Object.keys(faults).length > 0) return;
    isQueueing.current = true;
    newest.current = content;
    try {
      const opId = await handOver(async (saved) => {
        const requests = await device().customRequests();
        return requests.queueMessage({
          ...{ about: reviewOf(productId), content },
          // What it began with was never a draft.
          saved: saved && store.isFirst(saved) ? null : saved,
        });
      });
      if (opId === null) {
        toast.blank('This review was sent from another tab.');
        return;
      }
      // Otherwise it is the next draft.
      if (newest.current === content) drop();
      onClose();
      await send(opId, sending);
    } catch (cause) {
      logFailure('A review was not sent', cause);
      toast.error(sending.failed);
    } finally {
      isQueueing.current = false;
    }
  }

  return {
    content,
    change: changeTo,
    /** Beside whatever was typed since it was chosen. */
    setPhoto(photo: Picture | undefined) {
      const before = newest.current ?? content;
      if (!before) return;
      const images = photo ? [photo] : [];
      changeTo({ fields: { ...before.fields, keepsPhoto: '' }, images });
    },
    errors,
    submit,
    /** Whether something was written that isn't sent. */
    isDraft: content !== null && !store.isFirst(content),
    async discard() {
      drop();
      onClose();
      await store.discard();
    },
  };
}
