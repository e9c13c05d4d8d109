import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { contactId, type Message, type Thread, threadMessages } from '#contract/shop/thread.ts';
import { counted } from '#contract/wire/counted.ts';
import { device } from '#offline/open-device.ts';
import { isPending } from '#offline/outbox/attempts.ts';
import { isAbout } from '#offline/outbox/request-rules.ts';
import type { MessageAbout } from '#offline/outbox/rows.ts';
import type { ListedRequest } from '#offline/views/sync-view.ts';
import { Button } from '#ui/button.tsx';
import { saveOpenDrafts } from '#ui/open-drafts.ts';
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
  /** Why it isn't known what was written before, or null. */
  readonly missing?: string | null;
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
  const { thread, missing = null, refresh } = access;
  // A message has been sent, perhaps by another tab.
  const newest = done.find(({ kind }) => kind === 'message')?.opId;
  const before = useRef(newest);
  useEffect(() => {
    if (newest !== before.current) void refresh().catch(() => {});
    before.current = newest;
  }, [newest, refresh]);
  const place = useRef<HTMLDivElement>(null);
  // The button that was pressed goes away.
  const keepFocus = () => place.current?.focus();
  const [reopened, setReopened] = useState(0);
  async function reopen(opId: string): Promise<void> {
    await saveOpenDrafts();
    await (await device().customRequests()).reopen(opId);
    setReopened((count) => count + 1);
  }
  return (
    <RequestPart title={title}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls, and this holds messages too */}
      <div ref={place} role="group" aria-label={title} tabIndex={-1} className="stack-4">
        {thread?.isDeleted && <p role="status">{threadMessages.deleted}</p>}
        {thread && !thread.isDeleted && (
          <Written
            key={thread.messages.at(-1)?._id}
            thread={thread}
            access={access}
            keepFocus={keepFocus}
          />
        )}
        {missing !== null && (
          <div className="row-3">
            <p role="status">Earlier messages aren’t saved on this device. {missing}</p>
            <Button variant="quiet" onClick={() => void refresh()}>
              Try again
            </Button>
          </div>
        )}
        <UnsentMessages messages={unsent} keepFocus={keepFocus} reopen={reopen} />
        <MessageForm
          key={reopened}
          about={about}
          asksSubject={about.id === contactId && !thread?.messages.length}
        />
      </div>
    </RequestPart>
  );
}

interface WrittenProps {
  readonly thread: Thread;
  readonly access: ThreadAccess;
  readonly keepFocus: () => void;
}

function Written({ thread, access, keepFocus }: WrittenProps) {
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
      if (!page.hasEarlier) keepFocus();
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
      <ol className="stack-4" aria-label="Messages">
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

interface UnsentMessagesProps extends Omit<UnsentProps, 'message'> {
  readonly messages: readonly ListedRequest[];
}

/** What the shop hasn't got, and why. */
export function UnsentMessages({ messages, ...others }: UnsentMessagesProps) {
  if (messages.length === 0) return null;
  return (
    <ul className="stack-4" aria-label="Not sent yet">
      {messages.map((message) => (
        <Unsent key={message.opId} message={message} {...others} />
      ))}
    </ul>
  );
}

interface UnsentProps {
  readonly message: ListedRequest;
  readonly keepFocus: () => void;
  /** Missing: there is no form. */
  readonly reopen?: (opId: string) => Promise<void>;
}

function Unsent({ message, keepFocus, reopen }: UnsentProps) {
  const { opId, state, text, images, problem } = message;
  const isWaiting = isPending(message);
  const act = (what: 'retry' | 'forget') => async () =>
    (await device().customRequests())[what](opId);
  const press = (action: () => Promise<void>) => {
    keepFocus();
    toastIfNotStored(action());
  };
  return (
    <li className={styles.message} data-author="buyer">
      <p className="note" role="status">
        {state === 'sending' ? 'Sending…' : isWaiting ? 'Waiting to be sent.' : 'Not sent.'}{' '}
        {problem?.message}
        {images > 0 && ` With ${counted(images, 'picture')}.`}
      </p>
      <Paragraphs text={text} />
      {!isWaiting && (
        <div className="row-3">
          <Button variant="quiet" onClick={() => press(act('retry'))}>
            Try again
          </Button>
          {reopen && (
            <Button variant="quiet" onClick={() => press(() => reopen(opId))}>
              Edit
            </Button>
          )}
          <Button variant="quiet" onClick={() => press(act('forget'))}>
            Delete
          </Button>
        </div>
      )}
    </li>
  );
}
