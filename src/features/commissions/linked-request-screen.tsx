import { useCallback, useEffect, useMemo, useState } from 'react';
import * as v from 'valibot';
import { shopClient } from '#api/shop-client.ts';
import { useSession } from '#api/use-session.ts';
import {
  ownRequestPath,
  requestLinkPath,
  requestPicturePath,
  requestTokenHeader,
} from '#contract/shop/own-paths.ts';
import { linkMessages, type OwnRequest, requestTokenSchema } from '#contract/shop/own-request.ts';
import { paths } from '#contract/shop/paths.ts';
import { ApiError, messageOf } from '#contract/wire/api-error.ts';
import { LinkButton } from '#ui/button.tsx';
import { EmptyScene } from '#ui/empty-scene.tsx';
import { RetryScene } from '#ui/retry-scene.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useShopNavigate } from '#ui/use-shop-navigate.ts';
import type { RequestAccess } from './request-access.ts';
import { RequestView } from './request-view.tsx';

/** What the link opened. */
type Opened =
  | { readonly kind: 'shown'; readonly request: OwnRequest }
  | { readonly kind: 'ended' }
  | { readonly kind: 'failed'; readonly text: string };

/** The account's own now, if its address is the request's; null: not. */
async function claim(token: string): Promise<OwnRequest | null> {
  try {
    return await shopClient.request('claimRequest', { body: { token } });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'FORBIDDEN') return null;
    throw error;
  }
}

function failureOf(error: unknown): Opened {
  const isEnded = error instanceof ApiError && [404, 422].includes(Number(error.status));
  if (isEnded) return { kind: 'ended' };
  return { kind: 'failed', text: messageOf(error, 'The shop can’t be reached.') };
}

/** A request for anybody who has the link that was mailed. Signed in with its address, the account owns it from then on. */
export function LinkedRequestScreen({ token }: { readonly token: string }) {
  const [opened, setOpened] = useState<Opened | null>(token === '' ? { kind: 'ended' } : null);
  const isSignedIn = useSession(({ user }) => user !== null);
  const navigate = useShopNavigate();

  const open = useCallback(async () => {
    // A part of a mailed link: the shop needn't be asked.
    if (!v.is(requestTokenSchema, { token })) return setOpened({ kind: 'ended' });
    try {
      const own = isSignedIn ? await claim(token) : null;
      if (own) navigate(ownRequestPath(own._id), { replace: true });
      else {
        const request = await shopClient.request('linkedRequest', { body: { token } });
        setOpened({ kind: 'shown', request });
      }
    } catch (error) {
      setOpened(failureOf(error));
    }
  }, [token, isSignedIn, navigate]);
  useEffect(() => {
    if (token !== '') void open();
  }, [token, open]);

  const access = useMemo<RequestAccess>(
    () => ({
      kind: 'link',
      token,
      path: requestLinkPath(token),
      withdraw: () => shopClient.request('withdrawLinked', { body: { token } }),
      async loadPicture(pictureId) {
        const response = await fetch(requestPicturePath(pictureId), {
          headers: { [requestTokenHeader]: token },
        });
        if (!response.ok) throw new Error(`The shop answered ${response.status}.`);
        return response.blob();
      },
      refresh: open,
    }),
    [token, open],
  );
  if (opened === null) {
    return (
      <div aria-busy="true">
        <Skeleton height="34rem" />
      </div>
    );
  }
  if (opened.kind === 'failed') {
    return (
      <RetryScene
        scene="offline"
        level={1}
        title="Your request couldn’t be opened"
        text={opened.text}
        onRetry={open}
      />
    );
  }
  if (opened.kind === 'ended') {
    return (
      <EmptyScene scene="empty" level={1} title="Not found" text={linkMessages.ended}>
        <LinkButton to={paths.home.path}>Go home</LinkButton>
      </EmptyScene>
    );
  }
  return <RequestView request={opened.request} access={access} />;
}
