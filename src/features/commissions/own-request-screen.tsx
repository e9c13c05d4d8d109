import { useMemo } from 'react';
import { shopClient } from '#api/shop-client.ts';
import { ownRequestPath } from '#contract/shop/own-paths.ts';
import type { OwnRequest } from '#contract/shop/own-request.ts';
import { paths } from '#contract/shop/paths.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { EmptyScene } from '#ui/empty-scene.tsx';
import { SavedNote } from '#ui/saved-note.tsx';
import { ShopLink } from '#ui/shop-link.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { loadOwnPicture } from './load-own-picture.ts';
import type { RequestAccess } from './request-access.ts';
import { RequestView } from './request-view.tsx';
import { useOwnRequests } from './use-own-requests.ts';

/** The page of one of the account's requests, from those saved on the device, so it works offline too. */
export function OwnRequestScreen({ requestId }: { readonly requestId: string }) {
  const state = useOwnRequests();
  const { requests, refresh } = state;
  const request: OwnRequest | undefined = requests?.find(({ _id }) => _id === requestId);
  const access = useMemo<RequestAccess>(
    () => ({
      kind: 'account',
      token: null,
      path: ownRequestPath(requestId),
      withdraw: () => shopClient.request('withdrawRequest', { params: { id: requestId } }),
      loadPicture: loadOwnPicture,
      refresh,
    }),
    [requestId, refresh],
  );
  if (request) {
    return (
      <>
        <p>
          <ShopLink to={paths.myRequests.path}>All custom requests</ShopLink>
        </p>
        <SavedNote state={state} />
        <RequestView request={request} access={access} />
      </>
    );
  }
  if (state.isLoading) {
    return (
      <div aria-busy="true">
        <Skeleton height="34rem" />
      </div>
    );
  }
  return (
    <EmptyScene
      scene={requests ? 'empty' : 'offline'}
      level={1}
      title={requests ? 'This request isn’t in your account' : 'Not saved on this device yet'}
      text={
        requests
          ? 'If you sent it with another account, sign in there to see it.'
          : (state.problem ?? '')
      }
    >
      {!requests && <Button onClick={() => void refresh()}>Try again</Button>}
      <LinkButton variant={requests ? 'primary' : 'paper'} to={paths.myRequests.path}>
        Custom requests
      </LinkButton>
    </EmptyScene>
  );
}
