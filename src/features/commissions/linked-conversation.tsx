import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useLeftAccounts } from '#api/left-accounts.ts';
import { shopClient } from '#api/shop-client.ts';
import { requestTokenHeader } from '#contract/shop/own-paths.ts';
import { linkMessages } from '#contract/shop/own-request.ts';
import { paths } from '#contract/shop/paths.ts';
import type { Thread } from '#contract/shop/thread.ts';
import { messagePicturePath } from '#contract/shop/thread-paths.ts';
import { ApiError, messageOf } from '#contract/wire/api-error.ts';
import { device } from '#offline/open-device.ts';
import { LinkButton } from '#ui/button.tsx';
import { EmptyScene } from '#ui/empty-scene.tsx';
import { RetryScene } from '#ui/retry-scene.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Conversation, UnsentMessages } from './conversation.tsx';

/** What the link opened: a thread, or why it couldn't be. */
type Opened = Thread | ApiError | null;

/** It was deleted, or the link has ended. */
function isGone({ status }: ApiError): boolean {
  return status === 404 || status === 422;
}

async function loadPicture(token: string, pictureId: string): Promise<Blob> {
  const headers = { [requestTokenHeader]: token };
  const response = await fetch(messagePicturePath(pictureId), { headers });
  if (!response.ok) throw new Error(`The shop answered ${response.status}.`);
  return response.blob();
}

function useLinkedThread(token: string) {
  const [opened, setOpened] = useState<Opened>(null);
  const refresh = useCallback(async () => {
    try {
      setOpened(await shopClient.request('linkedThread', { body: { token } }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // What is shown stays while the shop can't be reached.
      setOpened((before) =>
        before instanceof ApiError || !before || isGone(error) ? error : before,
      );
    }
  }, [token]);
  useEffect(() => void refresh(), [refresh]);
  return { opened, refresh };
}

interface LinkedProps {
  readonly token: string;
  readonly title: string;
}

/** The messages of a thread for anybody who has the link that was mailed; nothing if it can't be opened. */
export function LinkedConversation({ token, title }: LinkedProps) {
  const { opened, refresh } = useLinkedThread(token);
  if (opened === null || opened instanceof ApiError) return null;
  return <Linked token={token} title={title} thread={opened} refresh={refresh} />;
}

/** The page of such a link about a design. */
export function LinkedThreadScreen({ token }: Pick<LinkedProps, 'token'>) {
  const { opened, refresh } = useLinkedThread(token);
  if (opened === null) {
    return (
      <div aria-busy="true">
        <Skeleton height="34rem" />
      </div>
    );
  }
  if (!(opened instanceof ApiError)) {
    return (
      <div className="stack-4">
        <h1>{opened.title}</h1>
        <Linked token={token} title="Messages" thread={opened} refresh={refresh} />
      </div>
    );
  }
  if (isGone(opened)) return <Gone token={token} text={messageOf(opened, linkMessages.ended)} />;
  return (
    <RetryScene
      scene="offline"
      level={1}
      title="Your messages couldn’t be opened"
      text={messageOf(opened, 'The shop can’t be reached.')}
      onRetry={refresh}
    />
  );
}

/** Why there are no messages any more, and those that couldn't be sent. */
function Gone({ token, text }: { readonly token: string; readonly text: string }) {
  const { requests } = useSyncExternalStore(device().watchSync, device().syncView);
  const unsent = requests.filter(({ about }) => about?.token === token);
  const place = useRef<HTMLDivElement>(null);
  return (
    <div ref={place} tabIndex={-1} className="stack-4">
      <EmptyScene scene="empty" level={1} title="Not found" text={text}>
        <LinkButton to={paths.home.path}>Go home</LinkButton>
      </EmptyScene>
      <UnsentMessages messages={unsent} keepFocus={() => place.current?.focus()} />
    </div>
  );
}

function Linked({
  token,
  title,
  thread,
  refresh,
}: LinkedProps & { readonly thread: Thread; readonly refresh: () => Promise<void> }) {
  return (
    <Conversation
      key={useLeftAccounts()}
      title={title}
      about={{ kind: thread.kind, id: thread.aboutId, token }}
      access={{
        thread,
        refresh,
        earlierThan: (earlierThan) =>
          shopClient.request('linkedThread', { body: { token, earlierThan } }),
        loadPicture: (pictureId) => loadPicture(token, pictureId),
      }}
    />
  );
}
