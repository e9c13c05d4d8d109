import { useEffect, useRef, useState } from 'react';
import { logFailure } from '#api/log-failure.ts';
import { isShopReached } from '#api/reach.ts';
import { session } from '#api/session.ts';
import { shopCache } from '#api/shop-cache.ts';
import { messages } from '#contract/messages/messages.ts';
import { referenceImagesField } from '#contract/shop/custom-request.ts';
import { ownRequestPath } from '#contract/shop/own-paths.ts';
import { ApiError } from '#contract/wire/api-error.ts';
import { device } from '#offline/open-device.ts';
import type { RequestContent } from '#offline/outbox/request-rules.ts';
import type { RequestFields } from '#offline/outbox/rows.ts';
import { toast } from '#ui/toast.ts';
import { useShopNavigate } from '#ui/use-shop-navigate.ts';
import { requestFailure } from './request-failure.ts';
import { useDraft } from './use-draft.ts';

// Not among the messages, because those load with every page's first screen.
const queuedInPage =
  'Your request will be sent when the connection is back. Please keep this page open: it can’t be saved on this device.';

type FieldErrors = Readonly<Record<string, string>>;

/** The draft of a custom request, and sending it. Only the server validates its fields (E10). */
export function useCustomRequest(onDone: () => void) {
  const navigate = useShopNavigate();
  const { content, change: changeDraft, handOver, drop } = useDraft();
  const newest = useRef(content);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [sending, setSending] = useState<AbortController | null>(null);
  // If the form is closed while sending, the rest isn't sent.
  useEffect(() => () => sending?.abort(), [sending]);

  function change(next: RequestContent, ...mended: string[]): void {
    newest.current = next;
    changeDraft(next);
    setErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([field]) => !mended.includes(field))),
    );
  }

  function tellFailure(cause: unknown): void {
    const { text, fields, isThrown } = requestFailure(cause);
    if (isThrown) logFailure('A custom request was not sent', cause);
    toast.error(text);
    setErrors(fields);
    if (cause instanceof ApiError && cause.code === 'CUSTOMS_CLOSED') {
      void shopCache.query('customStatus').refetch();
    }
  }

  /** What happens next, below the specified toast. */
  function tellSent(requestId: string): void {
    if (session.getState().user === null) {
      toast.blank('We’ll answer by e-mail, with a link to follow your request.');
      return;
    }
    // So that it can be read without a signal.
    void device()
      .ownRequests()
      .then((own) => own.refresh())
      .catch(() => {});
    toast.blank('We’ll answer by e-mail.', {
      action: {
        label: 'See your request',
        onPress: () => navigate(ownRequestPath(requestId)),
      },
    });
  }

  async function send(shown: RequestContent, signal: AbortSignal): Promise<void> {
    const isReached = isShopReached();
    const sent = await handOver(async (saved) => {
      const requests = await device().customRequests();
      if (isReached) return requests.sendDraft(shown, signal);
      await requests.queueDraft({ content: shown, saved });
      return null;
    });
    if (newest.current === shown) drop();
    if (sent === null) {
      toast.blank(device().cart().trouble === null ? messages.custom.queued : queuedInPage);
      return;
    }
    tellSent(sent);
    toast.success(messages.custom.done);
  }

  async function submit(): Promise<void> {
    if (sending || !content) return;
    newest.current = content;
    const controller = new AbortController();
    setSending(controller);
    setErrors({});
    try {
      await send(content, controller.signal);
      onDone();
    } catch (cause) {
      if (!controller.signal.aborted) tellFailure(cause);
    } finally {
      setSending(null);
    }
  }

  return {
    content,
    changeField<F extends keyof RequestFields>(field: F, value: RequestFields[F]): void {
      if (content) change({ ...content, fields: { ...content.fields, [field]: value } }, field);
    },
    changeImages(images: RequestContent['images']): void {
      if (content) change({ ...content, images }, referenceImagesField);
    },
    errors,
    isSending: sending !== null,
    submit,
  };
}
