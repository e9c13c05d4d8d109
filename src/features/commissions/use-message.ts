import { useRef, useState } from 'react';
import { logFailure } from '#api/log-failure.ts';
import { reach } from '#api/reach.ts';
import { emptyRequestFields } from '#contract/shop/custom-request.ts';
import { threadMessages } from '#contract/shop/thread.ts';
import { ApiError, messageOf } from '#contract/wire/api-error.ts';
import { device } from '#offline/open-device.ts';
import type { RequestContent } from '#offline/outbox/request-rules.ts';
import type { MessageAbout } from '#offline/outbox/rows.ts';
import { isUnanswered } from '#offline/outbox/send-outcome.ts';
import { toast } from '#ui/toast.ts';
import { type DraftStore, useSavedDraft } from './use-saved-draft.ts';

const failed = 'Your message couldn’t be sent. It is still here.';
const queued = 'Your message will be sent when the connection is back.';
const queuedInPage = `${queued} Please keep this page open: it can’t be saved on this device.`;
const empty: RequestContent = { fields: emptyRequestFields, images: [] };

function openDraft(about: MessageAbout): DraftStore<RequestContent> {
  const requests = device().customRequests();
  return {
    read: async () =>
      (await requests.then((opened) => opened.draft(about)).catch(() => null)) ?? empty,
    write: async (content) => (await requests).write(content, about),
  };
}

/** The message being written, and sending it. */
export function useMessage(about: MessageAbout, onSent: () => Promise<unknown>) {
  const { content, change: changeDraft, save, drop } = useSavedDraft(() => openDraft(about));
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [isSending, setSending] = useState(false);
  const newest = useRef(content);

  function change(next: RequestContent): void {
    newest.current = next;
    changeDraft(next);
    setErrors({});
  }

  async function send(): Promise<void> {
    // Only what was typed here: another tab may have sent the draft meanwhile.
    await save();
    const requests = await device().customRequests();
    try {
      if (!navigator.onLine || !reach.getState().isReached) throw new ApiError('FETCH_ERROR');
      // It is sent even if this form is closed meanwhile.
      await requests.sendDraft(new AbortController().signal, about);
      toast.success('Message sent');
    } catch (cause) {
      if (!isUnanswered(cause)) throw cause;
      // Whether or not it arrived: the same id makes it a single message.
      await requests.queueDraft(about);
      toast.blank(device().cart().trouble === null ? queued : queuedInPage);
    }
  }

  async function submit(): Promise<void> {
    if (isSending || !content) return;
    if (content.fields.description.trim() === '') {
      setErrors({ text: threadMessages.text });
      return;
    }
    newest.current = content;
    setSending(true);
    try {
      await send();
      // What was typed meanwhile is the next message.
      if (newest.current === content) {
        change({ ...empty, fields: { ...content.fields, description: '' } });
        drop();
      }
      await onSent().catch(() => {});
    } catch (cause) {
      if (!(cause instanceof ApiError)) logFailure('A message was not sent', cause);
      toast.error(messageOf(cause, failed));
      const fields = cause instanceof ApiError ? cause.fields : {};
      const isTooLarge = cause instanceof ApiError && cause.code === 'TOO_LARGE';
      setErrors(isTooLarge ? { referenceImages: messageOf(cause, failed) } : fields);
    } finally {
      setSending(false);
    }
  }

  return { content, change, errors, isSending, submit };
}
