import { useMemo } from 'react';
import { shopClient } from '#api/shop-client.ts';
import { useSession } from '#api/use-session.ts';
import { mostThreads } from '#contract/shop/thread.ts';
import { isThreadAbout, type ThreadAbout } from '#offline/accounts/own-requests.ts';
import { device } from '#offline/open-device.ts';
import type { SavedThreads } from '#offline/stores/account-store.ts';
import { type CopySource, useSavedCopy } from '#ui/use-saved-copy.ts';
import { Conversation } from './conversation.tsx';
import { loadMessagePicture } from './load-own-picture.ts';

function sourceOf(about: ThreadAbout): CopySource<SavedThreads> {
  return {
    refresh: async () => (await device().ownRequests()).refreshThreads(about),
    watch: (onThreads) => device().watchCopy('threads', onThreads),
  };
}

interface OwnConversationProps extends ThreadAbout {
  readonly title: string;
}

/** The account's messages about something, from those saved on the device; a visitor's first question about a design. */
export function OwnConversation({ title, kind, id }: OwnConversationProps) {
  const accountId = useSession((state) => state.user?._id ?? null);
  const source = useMemo(() => sourceOf({ kind, id }), [kind, id]);
  const { saved, refresh, problem, isLoading } = useSavedCopy(accountId, source);
  const thread = saved?.threads.find((each) => isThreadAbout(each, { kind, id })) ?? null;
  const isKnown = thread !== null || (saved !== null && saved.threads.length < mostThreads);
  return (
    <Conversation
      key={accountId}
      title={title}
      about={{ kind, id }}
      access={{
        thread,
        missing: accountId === null || isKnown || isLoading ? null : problem,
        refresh: accountId === null ? async () => {} : refresh,
        earlierThan: (earlierThan) =>
          shopClient.request('ownThread', { params: { kind, id }, query: { earlierThan } }),
        loadPicture: loadMessagePicture,
      }}
    />
  );
}
