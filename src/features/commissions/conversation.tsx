import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Message, Thread } from '#contract/shop/thread.ts';
import { device } from '#offline/open-device.ts';
import { isPending } from '#offline/outbox/attempts.ts';
import { isAbout } from '#offline/outbox/request-rules.ts';
import type { MessageAbout } from '#offline/outbox/rows.ts';
import type { ListedRequest } from '#offline/views/sync-view.ts';
import { Button } from '#ui/button.tsx';
import { toastIfNotStored } from '#ui/toast-if-not-stored.ts';
import { useBusy } from '#ui/use-busy.ts';
import styles from './conversation.module.css';
import { MessageForm } from './message-form.tsx';
import { Paragraphs } from './paragraphs.tsx';
import { RequestPart } from './request-part.tsx';
import { RequestPictures } from './request-pictures.tsx';
import { timeOf } from './request-words.ts';

/** How a thread is reached: from its account, or with the link that was mailed. */
export interface ThreadAccess {
  /** Null: it isn't known, or nothing was written yet. */
  readonly thread: Thread | null;
  readonly refresh: () => Promise<unknown>;
  /** The messages before one. @throws ApiError */
  readonly earlierThan: (messageId: string) => Promise<Thread>;
  /** @throws if the picture can't be loaded */
  readonly loadPicture: (pictureId: string) => Promise<Blob>;
}

interface ConversationProps {
  readonly title: string;
  readonly about: MessageAbout;
  readonly access: ThreadAccess;
}

/** What a buyer and the studio wrote to each other, what waits to be sent, and the next message. */
export function Conversation({ title, about, access }: ConversationProps) {
  const { requests, done } = useSyncExternalStore(device().watchSync, device().syncView);
  const unsent = requests.filter((request) => isAbout(request, about));
  const { thread, refresh } = access;
  // A message has been sent, perhaps by another tab.
  const newest = done.find(({ kind }) => kind === 'message')?.opId;
  const before = useRef(newest);
  useEffect(() => {
    if (newest !== before.current) void refresh().catch(() => {});
    before.current = newest;
  }, [newest, refresh]);
  return (
    <RequestPart title={title}>
      {thread && <Written key={thread.messages.at(-1)?._id} thread={thread} access={access} />}
      {unsent.length > 0 && (
        <ul className={styles.messages} aria-label="Not sent yet">
          {unsent.map((message) => (
            <Unsent key={message.opId} message={message} />
          ))}
        </ul>
      )}
      <MessageForm about={about} />
    </RequestPart>
  );
}

function Written({ thread, access }: { readonly thread: Thread; readonly access: ThreadAccess }) {
  const [earlier, setEarlier] = useState<Pick<Thread, 'messages' | 'hasEarlier'>>({
    messages: [],
    hasEarlier: thread.hasEarlier,
  });
  const [isBusy, begin] = useBusy('The shop can’t be reached.');
  const messages = [...earlier.messages, ...thread.messages];
  const load = () =>
    begin(async () => {
      const page = await access.earlierThan(messages[0]?._id ?? '');
      setEarlier({ ...page, messages: [...page.messages, ...earlier.messages] });
    });
  return (
    <>
      {earlier.hasEarlier && (
        <div>
          <Button variant="quiet" aria-disabled={isBusy} onClick={() => void load()}>
            Earlier messages
          </Button>
        </div>
      )}
      <ol className={styles.messages} aria-label="Messages">
        {messages.map((message) => (
          <WrittenMessage key={message._id} message={message} access={access} />
        ))}
      </ol>
    </>
  );
}

function WrittenMessage({
  message: { author, text, pictures, createdAt },
  access: { loadPicture },
}: {
  readonly message: Message;
  readonly access: ThreadAccess;
}) {
  return (
    <li className={styles.message} data-author={author}>
      <p className="note">
        {author === 'buyer' ? 'You' : 'The studio'},{' '}
        <time dateTime={createdAt}>{timeOf(createdAt)}</time>
      </p>
      <Paragraphs text={text} />
      <RequestPictures request={{ pictures }} access={{ loadPicture }} />
    </li>
  );
}

function Unsent({ message }: { readonly message: ListedRequest }) {
  const { opId, state, text, images, problem } = message;
  const isWaiting = isPending(message);
  const requests = () => device().customRequests();
  return (
    <li className={styles.message} data-author="buyer">
      <p className="note" role="status">
        {state === 'sending' ? 'Sending…' : isWaiting ? 'Waiting to be sent.' : 'Not sent.'}{' '}
        {problem?.message}
        {images > 0 && ` With ${images} pictures.`}
      </p>
      <Paragraphs text={text} />
      {!isWaiting && (
        <div className="row-3">
          <Button
            variant="quiet"
            onClick={() => toastIfNotStored(requests().then((opened) => opened.retry(opId)))}
          >
            Try again
          </Button>
          <Button
            variant="quiet"
            onClick={() => toastIfNotStored(requests().then((opened) => opened.forget(opId)))}
          >
            Delete
          </Button>
        </div>
      )}
    </li>
  );
}
