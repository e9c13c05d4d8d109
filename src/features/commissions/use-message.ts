import { useRef, useState } from 'react';
import { logFailure } from '#api/log-failure.ts';
import { isShopReached } from '#api/reach.ts';
import { emptyRequestFields } from '#contract/shop/custom-request.ts';
import { visitorMessageSchema } from '#contract/shop/thread.ts';
import { wordsOfRequest } from '#offline/accounts/last-words.ts';
import { device } from '#offline/open-device.ts';
import type { RequestContent } from '#offline/outbox/request-rules.ts';
import type { MessageAbout } from '#offline/outbox/rows.ts';
import { type FormErrors, formErrors } from '#ui/form-errors.ts';
import { type Outcomes, tellSent } from '#ui/tell-sent.ts';
import { toast } from '#ui/toast.ts';
import { type DraftStore, useSavedDraft } from '#ui/use-saved-draft.ts';

type SentField = 'text' | 'name' | 'email' | 'subject';

/** What a message needs besides its text. */
interface Needs {
  /** The shop doesn't know who writes. */
  readonly isVisitor: boolean;
  readonly asksSubject: boolean;
}

const outcomes: Outcomes = {
  done: 'Message sent',
  failed: 'Your message couldn’t be sent. It is still here.',
  queued: 'Your message will be sent when the connection is back.',
};
const empty: RequestContent = { fields: emptyRequestFields, images: [] };

function openDraft(about: MessageAbout): DraftStore<RequestContent> {
  // Not while rendering: opening the account's rows changes what the page shows.
  const requests = Promise.resolve().then(() => device().customRequests());
  return {
    read: async () =>
      (await requests.then((opened) => opened.draft(about)).catch(() => null)) ?? empty,
    write: async (content) => (await requests).write(content, about),
    lastWords: wordsOfRequest(about),
  };
}

/** What keeps it from being sent, by field: a message that waits couldn't be mended. */
function faultsOf(
  { fields }: RequestContent,
  { isVisitor, asksSubject }: Needs,
): FormErrors<SentField> {
  const { name, email, description: text, subject = '' } = fields;
  const found = formErrors(visitorMessageSchema, { text, name, email, subject });
  const isAsked = { text: true, name: isVisitor, email: isVisitor, subject: asksSubject };
  return Object.fromEntries(Object.entries(found).filter(([field]) => isAsked[field as SentField]));
}

/** The message being written, and sending it. */
export function useMessage(about: MessageAbout, needs: Needs) {
  const { content, change: changeDraft, handOver, drop } = useSavedDraft(() => openDraft(about));
  const [errors, setErrors] = useState<FormErrors<SentField>>({});
  const [isQueueing, setQueueing] = useState(false);
  const newest = useRef(content);

  function change(next: RequestContent): void {
    newest.current = next;
    changeDraft(next);
    setErrors({});
  }

  /** From here on it is on its way, whatever is typed next or if this form is closed. Returns its opId. */
  async function queue(message: RequestContent): Promise<string | null> {
    newest.current = message;
    const opId = await handOver(async (saved) => {
      const requests = await device().customRequests();
      return requests.queueMessage({ about, content: message, saved });
    });
    if (opId !== null && newest.current === message) {
      const { subject: _, ...fields } = message.fields;
      change({ ...empty, fields: { ...fields, description: '' } });
      drop();
    }
    return opId;
  }

  async function submit(): Promise<void> {
    if (isQueueing || !content) return;
    const faults = faultsOf(content, needs);
    setErrors(faults);
    if (Object.keys(faults).length > 0) return;
    setQueueing(true);
    try {
      const opId = await queue(content).finally(() => setQueueing(false));
      const requests = await device().customRequests();
      if (opId === null) toast.blank('This message was sent from another tab.');
      else {
        const left = await requests.sendMessage(opId, { pressed: isShopReached() });
        tellSent(left, device().cart().trouble === null, outcomes);
      }
    } catch (cause) {
      logFailure('A message was not sent', cause);
      toast.error(outcomes.failed);
    }
  }

  return { content, change, errors, submit };
}
