import {
  acknowledgeRequest,
  draftContent,
  draftOf,
  forgetRequest,
  isAbout,
  markRequestTried,
  pendingRequests,
  picturesOf,
  queueRequest,
  queueShown,
  queueTried,
  type RequestContent,
  reopenRequest,
  type ShownDraft,
  unsentRequests,
  writeDraft,
} from '#offline/outbox/request-rules.ts';
import { queueTakeBack, waitingContent } from '#offline/outbox/review-rules.ts';
import type { CustomRequestOp, MessageAbout } from '#offline/outbox/rows.ts';
import { isUnanswered } from '#offline/outbox/send-outcome.ts';
import { drainRequests, type RequestRun, sendRequest } from '#offline/sending/send-requests.ts';
import type { AccountStore } from '#offline/stores/account-store.ts';
import type { EngineParts, SyncOptions } from './engine-parts.ts';

/** The custom requests and messages of one account, or of the visitor, on this device; without `about`, a custom request. */
export interface CustomRequests {
  /** The draft with its pictures; null if there is none. */
  draft(about?: MessageAbout): Promise<RequestContent | null>;
  /**
   * Saves the draft.
   * @throws if the browser can't store it
   */
  write(content: RequestContent, about?: MessageAbout): Promise<void>;
  /**
   * Sends a custom request as it is shown while the buyer waits, and keeps it as the draft until the shop has it.
   * Resolves with the shop's id of it; null: nobody answered, so it is queued.
   * @throws ApiError, or the signal's reason
   */
  sendDraft(content: RequestContent, signal: AbortSignal): Promise<string | null>;
  /** Queues a custom request as it is shown: it is sent once, automatically, as soon as the shop can be reached. */
  queueDraft(shown: Omit<ShownDraft, 'about'>): Promise<void>;
  /** Whether there is a message about it that the shop hasn't got: waiting, refused, or a draft that isn't empty. */
  isBegun(about: MessageAbout): Promise<boolean>;
  /** Queues a message as it is shown, so that the next one has a draft of its own. Resolves with its opId; null: another tab has sent it. */
  queueMessage(message: ShownDraft & { readonly about: MessageAbout }): Promise<string | null>;
  /** The newest message about it that waits to be sent, or the newest review; null: nothing waits. */
  waiting(about: MessageAbout): Promise<RequestContent | null>;
  /** Queues taking back the review of a design. Resolves with its opId. */
  queueTakeBack(about: MessageAbout): Promise<string>;
  /** Deletes what is being written about it. */
  discard(about: MessageAbout): Promise<void>;
  /** Sends a queued message, after those of its thread that still wait. Resolves with it if the shop hasn't got it: waiting, or refused. */
  sendMessage(opId: string, options: SyncOptions): Promise<CustomRequestOp | null>;
  /** Sends a refused request again, unchanged. */
  retry(opId: string): Promise<void>;
  /** Turns a refused request back into the draft. */
  reopen(opId: string): Promise<void>;
  forget(opId: string): Promise<void>;
  /** Sends queued requests. Resolves with when to try again (ms since 1970); null: no need to. */
  send(run?: RequestRun): Promise<number | null>;
}

export function createCustomRequests(
  parts: Pick<EngineParts, 'request' | 'clock' | 'random' | 'newId' | 'lock' | 'backoff'>,
  store: AccountStore,
  owner: {
    readonly name: string;
    readonly isCurrent: () => boolean;
    /** Sends queued requests, and goes on by itself with those that have to wait. */
    readonly keepSending: (isPressed: boolean) => void;
  },
): CustomRequests {
  const { request, clock, random, newId, backoff } = parts;
  const { isCurrent, keepSending } = owner;
  const now = () => new Date(clock.now()).toISOString();
  const newRequest = () => ({ opId: newId(), at: now() });
  const find = async (opId: string) =>
    (await store.read()).requests.find((op) => op.opId === opId) ?? null;

  function send(run: RequestRun = {}): Promise<number | null> {
    const sender = { store, request, isCurrent, clock, random, backoff };
    return parts.lock(`pinwheel-requests-${owner.name}`, () => drainRequests(sender, run));
  }

  async function queue(opId: string, isPressed: boolean): Promise<void> {
    await store.change((rows) => queueRequest(rows, opId));
    keepSending(isPressed);
  }

  async function queueNow(shown: ShownDraft): Promise<string | null> {
    const fresh = newRequest();
    let opId: string | null = null;
    await store.change((before) => {
      // A write that was reported as failed was stored after all.
      if (pendingRequests(before).some((op) => op.opId === opId)) return before;
      const queued = queueShown(before, shown, fresh);
      opId = queued.opId;
      return queued.rows;
    });
    return opId;
  }

  return {
    draft: async (about) => draftContent(await store.read(), about),
    async write(content, about) {
      const fresh = newRequest();
      await store.change((rows) => writeDraft(rows, content, fresh, about));
    },
    async sendDraft(content, signal) {
      const fresh = newRequest();
      const rows = await store.change((before) => {
        const written = writeDraft(before, content, fresh);
        return markRequestTried(written, draftOf(written)?.opId ?? '');
      });
      const draft = draftOf(rows);
      if (!draft) throw new Error('The draft was not saved');
      const pictures = picturesOf(rows, draft);
      let sent: string;
      try {
        sent = await sendRequest({ request, isCurrent }, draft, pictures, signal);
      } catch (cause) {
        if (signal.aborted || !isUnanswered(cause)) throw cause;
        // Whether or not it arrived: the same id makes it a single request.
        await store.change((before) => queueTried(before, draft, pictures));
        keepSending(false);
        return null;
      }
      await store.change((before) => acknowledgeRequest(before, draft.opId, now()));
      return sent;
    },
    async queueDraft(shown) {
      await queueNow(shown);
      keepSending(false);
    },
    isBegun: async (about) => unsentRequests(await store.read()).some((op) => isAbout(op, about)),
    queueMessage: queueNow,
    waiting: async (about) => waitingContent(await store.read(), about),
    async queueTakeBack(about) {
      const next = newRequest();
      await store.change((rows) => queueTakeBack(rows, about, next));
      return next.opId;
    },
    async discard(about) {
      await store.change((rows) => forgetRequest(rows, draftOf(rows, about)?.opId ?? ''));
    },
    async sendMessage(opId, options) {
      const about = (await find(opId))?.about;
      if (about) await send({ ...options, about });
      const left = await find(opId);
      // After a sign-in, it is sent by itself.
      if (left && left.problem?.status !== 401) keepSending(false);
      return left;
    },
    retry: (opId) => queue(opId, true),
    async reopen(opId) {
      await store.change((rows) => reopenRequest(rows, opId));
    },
    async forget(opId) {
      await store.change((rows) => forgetRequest(rows, opId));
    },
    send,
  };
}
