import { shopClient } from '#api/shop-client.ts';
import { useSession } from '#api/use-session.ts';
import type { ThreadKind } from '#contract/shop/thread.ts';
import { device } from '#offline/open-device.ts';
import type { SavedThreads } from '#offline/stores/account-store.ts';
import { type CopySource, useSavedCopy } from '#ui/use-saved-copy.ts';
import { Conversation } from './conversation.tsx';
import { loadMessagePicture } from './load-own-picture.ts';

const source: CopySource<SavedThreads> = {
  refresh: async () => (await device().ownRequests()).refreshThreads(),
  watch: (onThreads) => device().watchCopy('threads', onThreads),
};

interface OwnConversationProps {
  readonly title: string;
  readonly kind: ThreadKind;
  readonly id: string;
}

/** The account's messages about something, from those saved on the device; a visitor's first question about a design. */
export function OwnConversation({ title, kind, id }: OwnConversationProps) {
  const accountId = useSession((state) => state.user?._id ?? null);
  const { saved, refresh } = useSavedCopy(accountId, source);
  const thread = saved?.threads.find((each) => each.kind === kind && each.aboutId === id) ?? null;
  return (
    <Conversation
      key={accountId}
      title={title}
      about={{ kind, id }}
      access={{
        thread,
        refresh: accountId === null ? async () => {} : refresh,
        earlierThan: (earlierThan) =>
          shopClient.request('ownThread', { params: { kind, id }, query: { earlierThan } }),
        loadPicture: loadMessagePicture,
      }}
    />
  );
}
