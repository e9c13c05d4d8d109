import { useEffect, useState } from 'react';
import { ApiError } from '#api/api-error.ts';
import { logFailure } from '#api/log-failure.ts';
import { shopCache } from '#api/shop-cache.ts';
import { shopClient } from '#api/shop-client.ts';
import { type designTypes, referenceImagesField } from '#contract/custom-request.ts';
import { messages } from '#contract/messages.ts';
import { toast } from '#ui/toast.ts';
import { type CustomDraft, keptDraft } from './custom-draft.ts';
import { requestFailure } from './request-failure.ts';

/** Ten pictures over a slow line take their time. */
const sendMs = 10 * 60_000;

type FieldErrors = Readonly<Record<string, string>>;

/** The draft of a custom request and its sending. The server alone judges its fields (E10). */
export function useCustomRequest(onDone: () => void) {
  const [draft, setDraft] = useState(keptDraft.read);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [sending, setSending] = useState<AbortController | null>(null);
  useEffect(() => keptDraft.write(draft), [draft]);
  // Closed while it is on its way: the rest of it is not sent.
  useEffect(() => () => sending?.abort(), [sending]);

  function change(part: Partial<CustomDraft>): void {
    setDraft((before) => ({ ...before, ...part }));
    setErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([field]) => !(field in part))),
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

  async function send(signal: AbortSignal): Promise<void> {
    const { designType, referenceImages, ...texts } = draft;
    await shopClient.request('customRequest', {
      // Nothing chosen is the server's to refuse.
      body: { ...texts, designType: designType as (typeof designTypes)[number] },
      files: { [referenceImagesField]: referenceImages },
      idempotencyKey: keptDraft.key(),
      timeoutMs: sendMs,
      signal,
    });
  }

  async function submit(): Promise<void> {
    if (sending) return;
    const controller = new AbortController();
    setSending(controller);
    setErrors({});
    try {
      await send(controller.signal);
      keptDraft.forget();
      toast.success(messages.custom.done);
      onDone();
    } catch (cause) {
      if (!controller.signal.aborted) tellFailure(cause);
    } finally {
      setSending(null);
    }
  }

  return { draft, change, errors, isSending: sending !== null, submit };
}
