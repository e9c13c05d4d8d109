import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router';
import { customRequestPath, paths } from '#contract/shop/paths.ts';
import { aboutPath } from '#contract/shop/thread-paths.ts';
import { counted } from '#contract/wire/counted.ts';
import { device } from '#offline/open-device.ts';
import { isPending } from '#offline/outbox/attempts.ts';
import type { DoneOp, OpProblem } from '#offline/outbox/rows.ts';
import type { StoredChanges } from '#offline/stores/stored-changes.ts';
import type { ListedRequest } from '#offline/views/sync-view.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { ShopLink } from '#ui/shop-link.tsx';
import { timeAgo } from '#ui/time-ago.ts';
import { toastIfNotStored } from '#ui/toast-if-not-stored.ts';
import type { SyncFacts } from './chip-text.ts';
import styles from './sync-sheet.module.css';
import { syncSummary } from './sync-summary.ts';
import { type Reviewed, useReviewed } from './use-reviewed.ts';
import { useSyncView } from './use-sync-facts.ts';

const doing: Readonly<Record<DoneOp['kind'], string>> = {
  addToCart: 'add to cart',
  removeFromCart: 'remove from cart',
  wish: 'add to wishlist',
  unwish: 'remove from wishlist',
  countSold: 'count items sold',
  customRequest: 'custom request',
  message: 'message to the studio',
  review: 'review',
};

function changeText({ kind, view }: Pick<DoneOp, 'kind' | 'view'>): string {
  if (view === null) return 'remove your view of it';
  return view ? `${doing[kind]}, with your view of it` : doing[kind];
}

/** All changes of this account: pending, failed, or received by the shop. */
export function SyncSheet({ facts }: { readonly facts: SyncFacts }) {
  const { waiting, refused, requests, done, answeredAt } = useSyncView();
  const pendingRequests = requests.filter(isPending);
  const returnedRequests = requests.filter((request) => !isPending(request));
  const [isTrying, setTrying] = useState(false);
  const now = Date.now();
  const reviewedOf = useReviewed();
  const requestPath = (request: ListedRequest) =>
    reviewedOf(request)?.path ?? (request.about ? aboutPath(request.about) : customRequestPath);

  async function tryNow(): Promise<void> {
    setTrying(true);
    await device().sync({ pressed: true });
    setTrying(false);
  }

  return (
    <div className="stack-4">
      <p>{syncSummary(facts)}</p>
      {facts.stored && <Stored stored={facts.stored} />}
      <Part title="Waiting" isShown={facts.waiting > 0}>
        {waiting.map((change) => (
          <li key={change.opId}>
            <strong>{change.title ?? 'A design'}</strong>: {changeText(change)}
            {change.problem && <Reason problem={change.problem} />}
          </li>
        ))}
        {pendingRequests.map((request) => (
          <li key={request.opId}>
            <RequestTitle request={request} reviewed={reviewedOf(request)} />
            {request.problem && <Reason problem={request.problem} />}
          </li>
        ))}
      </Part>
      <Part title="Failed" isShown={facts.refused > 0}>
        {refused.map((op) => (
          <li key={op.opId}>
            <strong>{op.sold?.title ?? op.snapshot?.title ?? 'A design'}</strong>: {changeText(op)}.{' '}
            {op.problem.message || 'The shop gave no reason.'}
            <span className={styles.actions}>
              <Button variant="quiet" onClick={() => toastIfNotStored(device().retryRefused(op))}>
                Try again
              </Button>
              <Button
                variant="quiet"
                onClick={() => toastIfNotStored(device().dismissRefused(op.opId))}
              >
                Dismiss
              </Button>
            </span>
          </li>
        ))}
        {returnedRequests.map((request) => (
          <li key={request.opId}>
            <RequestTitle request={request} reviewed={reviewedOf(request)} />
            <span className={styles.when}>
              {request.state === 'setAside'
                ? 'Replaced by a newer one.'
                : request.problem?.message || 'The shop gave no reason.'}
            </span>
            <span className={styles.actions}>
              <Button
                variant="quiet"
                onClick={() => toastIfNotStored(withRequests('retry', request.opId))}
              >
                Try again
              </Button>
              {!request.takesBack && (
                <LinkButton
                  variant="quiet"
                  to={requestPath(request)}
                  onClick={() => toastIfNotStored(withRequests('reopen', request.opId))}
                >
                  Open
                </LinkButton>
              )}
              <Button
                variant="quiet"
                onClick={() => toastIfNotStored(withRequests('forget', request.opId))}
              >
                Delete
              </Button>
            </span>
          </li>
        ))}
      </Part>
      <Part title="Done" isShown={done.length > 0}>
        {done.map((change) => (
          <li key={change.opId}>
            <strong>{change.title ?? 'A design'}</strong>: {changeText(change)}
            <span className={styles.when}>{timeAgo(change.doneAt, now)}</span>
          </li>
        ))}
      </Part>
      <p className={styles.when}>
        {answeredAt === null
          ? 'The shop hasn’t answered on this device yet.'
          : `The shop last answered ${timeAgo(answeredAt, now)}.`}
      </p>
      <Button variant="paper" aria-disabled={isTrying} onClick={() => void tryNow()}>
        {isTrying ? 'Trying…' : 'Try now'}
      </Button>
    </div>
  );
}

/** Changes of an account whose session ended; their content is shown only after it signs in. */
function Stored({ stored: { owner, count } }: { readonly stored: StoredChanges }) {
  const { pathname, search } = useLocation();
  return (
    <section>
      <h3>Changes by {owner}</h3>
      <p>
        {counted(count, 'change is', 'changes are')} stored on this device and will be sent after
        sign-in.
      </p>
      <span className={styles.actions}>
        <LinkButton to={paths.signIn.path} state={{ from: `${pathname}${search}` }}>
          Sign in
        </LinkButton>
        <Button variant="quiet" onClick={() => void device().forgetEnded()}>
          Not {owner}? Hide this
        </Button>
      </span>
    </section>
  );
}

/** Acts on the account that is signed in when the button is pressed. */
async function withRequests(what: 'retry' | 'reopen' | 'forget', opId: string): Promise<void> {
  await (await device().customRequests())[what](opId);
}

function RequestTitle({
  request: { title, images, about, takesBack },
  reviewed,
}: {
  readonly request: ListedRequest;
  readonly reviewed: Reviewed | null;
}) {
  const pictures = images === 0 ? '' : `, ${counted(images, 'picture')}`;
  return (
    <>
      {takesBack ? 'Take back your review' : nameOf(about)}
      {reviewed && (
        <>
          {' '}
          of <ShopLink to={reviewed.path}>{reviewed.title}</ShopLink>
        </>
      )}
      {pictures}
      {title !== '' && (
        <>
          : <strong>{title}</strong>
        </>
      )}
    </>
  );
}

function nameOf(about: ListedRequest['about']): string {
  if (!about) return 'Your custom request';
  return about.kind === 'review' ? 'Your review' : 'Your message';
}

function Part(props: {
  readonly title: string;
  readonly isShown: boolean;
  readonly children: ReactNode;
}) {
  if (!props.isShown) return null;
  return (
    <section>
      <h3>{props.title}</h3>
      <ul className={styles.list}>{props.children}</ul>
    </section>
  );
}

function Reason({ problem }: { readonly problem: OpProblem }) {
  if (problem.code === 'NOT_SIGNED_IN') {
    return (
      <span className={styles.when}>
        <ShopLink to={paths.signIn.path}>Sign in again</ShopLink> to send it.
      </span>
    );
  }
  if (problem.code === 'STORAGE_FULL') {
    return (
      <span className={styles.when}>Saved on this device until the shop has space again.</span>
    );
  }
  return (
    <span className={styles.when}>
      {problem.message || 'It will be sent when the connection is back.'}
    </span>
  );
}
