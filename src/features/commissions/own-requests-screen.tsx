import { ownRequestPath } from '#contract/shop/own-paths.ts';
import { customRequestPath } from '#contract/shop/paths.ts';
import { LinkButton } from '#ui/button.tsx';
import { EmptyScene } from '#ui/empty-scene.tsx';
import { RetryScene } from '#ui/retry-scene.tsx';
import { SavedNote } from '#ui/saved-note.tsx';
import { ShopLink } from '#ui/shop-link.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import styles from './own-requests-screen.module.css';
import { RequestState } from './request-state.tsx';
import { dayOf, requestTitle } from './request-words.ts';
import { useOwnRequests } from './use-own-requests.ts';

/** The account's custom requests, each with its state. */
export function OwnRequestsScreen() {
  const state = useOwnRequests();
  const { requests } = state;
  return (
    <>
      <h1>Custom requests</h1>
      <SavedNote state={state} />
      {requests === null && state.problem !== null && !state.isLoading && (
        <RetryScene
          scene="offline"
          title="Not saved on this device yet"
          text={state.problem}
          onRetry={state.refresh}
        />
      )}
      {requests === null && (state.problem === null || state.isLoading) && (
        <div className={styles.list} aria-busy="true">
          <Skeleton className={styles.loading} />
          <Skeleton className={styles.loading} />
        </div>
      )}
      {requests?.length === 0 && (
        <EmptyScene
          scene="empty"
          title="No custom requests yet"
          text="Tell the studio what to draw for you. You’ll see here what becomes of it."
        >
          <LinkButton to={customRequestPath}>Request a custom</LinkButton>
        </EmptyScene>
      )}
      {requests && requests.length > 0 && (
        <ul className={styles.list}>
          {requests.map((request) => (
            <li key={request._id} className={`card stack-3 ${styles.request}`}>
              <h2 className={styles.title}>
                <ShopLink className={styles.link} to={ownRequestPath(request._id)}>
                  {requestTitle(request.description)}
                </ShopLink>
              </h2>
              <RequestState request={request} />
              <p className="note">
                Sent <time dateTime={request.createdAt}>{dayOf(request.createdAt)}</time>
              </p>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
