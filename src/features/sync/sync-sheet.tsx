import { type ReactNode, useState } from 'react';
import { paths } from '#contract/paths.ts';
import { device } from '#offline/open-device.ts';
import { type OpKind, type OpProblem, opKinds } from '#offline/rows.ts';
import { Button } from '#ui/button.tsx';
import { ShopLink } from '#ui/shop-link.tsx';
import { timeAgo } from '#ui/time-ago.ts';
import type { SyncFacts } from './chip-text.ts';
import styles from './sync-sheet.module.css';
import { useSyncView } from './use-sync-facts.ts';

const doing: Readonly<Record<OpKind, string>> = {
  addToCart: 'into the cart',
  removeFromCart: 'out of the cart',
  wish: 'onto the wishlist',
  unwish: 'off the wishlist',
};

/** Every change of this account that waits, could not be done or has reached the shop. */
export function SyncSheet({ facts }: { readonly facts: SyncFacts }) {
  const { waiting, refused, done, answeredAt } = useSyncView();
  const [isTrying, setTrying] = useState(false);
  const now = Date.now();

  async function tryNow(): Promise<void> {
    setTrying(true);
    await device().sync(true);
    setTrying(false);
  }

  return (
    <div className={styles.sheet}>
      <p>{summary(facts, waiting.length)}</p>
      <Part title="Waiting" isShown={waiting.length > 0}>
        {waiting.map(({ opId, kind, title, problem }) => (
          <li key={opId}>
            <strong>{title ?? 'A design'}</strong> {doing[kind]}
            {problem && <Reason problem={problem} />}
          </li>
        ))}
      </Part>
      <Part title="Could not be done" isShown={refused.length > 0}>
        {refused.map((op) => (
          <li key={op.opId}>
            <strong>{op.seen?.title ?? 'A design'}</strong> {doing[op.kind]}. {op.problem.message}
            <span className={styles.actions}>
              <Button variant="quiet" onClick={() => void device().retryRefused(op)}>
                Retry
              </Button>
              <Button variant="quiet" onClick={() => void device().dismissRefused(op.opId)}>
                {opKinds[op.kind].isAdd ? 'Undo' : 'Leave it there'}
              </Button>
            </span>
          </li>
        ))}
      </Part>
      <Part title="Done" isShown={done.length > 0}>
        {done.map(({ opId, kind, title, doneAt }) => (
          <li key={opId}>
            <strong>{title ?? 'A design'}</strong> {doing[kind]}
            <span className={styles.when}>{timeAgo(doneAt, now)}</span>
          </li>
        ))}
      </Part>
      <p className={styles.when}>
        {answeredAt === null
          ? 'The shop has not answered on this device yet.'
          : `The shop last answered ${timeAgo(answeredAt, now)}.`}
      </p>
      <Button variant="paper" aria-disabled={isTrying} onClick={() => void tryNow()}>
        {isTrying ? 'Trying…' : 'Try now'}
      </Button>
    </div>
  );
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
  return (
    <span className={styles.when}>
      {problem.message || 'It is sent as soon as the shop can be reached.'}
    </span>
  );
}

function summary(facts: SyncFacts, waiting: number): string {
  if (!facts.isReached) {
    return waiting > 0
      ? 'The shop cannot be reached. What you did is kept on this device and sent by itself later.'
      : 'The shop cannot be reached. What you see was saved on this device.';
  }
  return waiting > 0 ? 'These changes are on their way to the shop.' : 'Everything has been saved.';
}
