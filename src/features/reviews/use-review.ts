import { useRef, useState } from 'react';
import { logFailure } from '#api/log-failure.ts';
import { reach } from '#api/reach.ts';
import { emptyRequestFields } from '#contract/shop/custom-request.ts';
import { type OwnReview, sentReviewSchema } from '#contract/shop/review.ts';
import { device } from '#offline/open-device.ts';
import type { RequestContent } from '#offline/outbox/request-rules.ts';
import type { CustomRequestOp, Picture } from '#offline/outbox/rows.ts';
import { type FormErrors, formErrors } from '#ui/form-errors.ts';
import { toast } from '#ui/toast.ts';
import { type DraftStore, useSavedDraft } from '#ui/use-saved-draft.ts';

/** What the review of a design is to the outbox. */
export const reviewOf = (productId: string) => ({ kind: 'review', id: productId }) as const;

const failed = 'Your review couldn’t be sent. It is still here.';
const queued = 'Your review will be sent when the connection is back.';
const queuedInPage = `${queued} Please keep this page open: it can’t be saved on this device.`;

/** Begins with what the shop has. */
function firstDraft(known: OwnReview | null): RequestContent {
  const fields = {
    ...emptyRequestFields,
    description: known?.text ?? '',
    stars: known ? String(known.stars) : '',
    keepsPhoto: known?.photo ? ('true' as const) : ('' as const),
  };
  return { fields, images: [] };
}

function openDraft(productId: string, known: OwnReview | null): DraftStore<RequestContent> {
  const about = reviewOf(productId);
  // Not while rendering: opening the account's rows changes what the page shows.
  const requests = Promise.resolve().then(() => device().customRequests());
  return {
    read: async () =>
      (await requests.then((opened) => opened.draft(about)).catch(() => null)) ?? firstDraft(known),
    write: async (content) => (await requests).write(content, about),
  };
}

/** Sends what is queued about a design. Says how that went: `done`, if the shop has it. */
async function send(opId: string, done: string): Promise<void> {
  const requests = await device().customRequests();
  const pressed = navigator.onLine && reach.getState().isReached;
  const left: CustomRequestOp | null = await requests.sendMessage(opId, { pressed });
  if (!left) toast.success(done);
  else if (left.state === 'refused') toast.error(left.problem?.message || failed);
  else if (left.problem?.status) toast.blank(left.problem.message || queued);
  else toast.blank(device().cart().trouble === null ? queued : queuedInPage);
}

/** Takes back the review of a design, as soon as the shop can be reached. */
export async function takeBack(productId: string): Promise<void> {
  const about = reviewOf(productId);
  const requests = await device().customRequests();
  const fields = { ...emptyRequestFields, takesBack: 'true' as const };
  await requests.write({ fields, images: [] }, about);
  const opId = await requests.queueMessage(about);
  if (opId !== null) await send(opId, 'Your review is taken back.');
}

/** The review of a design being written, and sending it. */
export function useReview(productId: string, known: OwnReview | null, onQueued: () => void) {
  const { content, change, drop } = useSavedDraft(() => openDraft(productId, known));
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
    try {
      // Also what was only read, so that pressing Send is enough.
      change(content);
      await (await device().customRequests()).write(content, reviewOf(productId));
      const opId = await (await device().customRequests()).queueMessage(reviewOf(productId));
      drop();
      onQueued();
      if (opId !== null) await send(opId, 'Review sent. The studio looks at it first.');
    } catch (cause) {
      logFailure('A review was not sent', cause);
      toast.error(failed);
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
  };
}
