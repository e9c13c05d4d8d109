import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { accountCalls, studioMessages } from '#contract/studio/account.ts';
import { messageOf } from '#contract/wire/api-error.ts';
import { Button } from '#ui/button.tsx';
import { Modal } from '#ui/overlay.tsx';
import { RetryScene } from '#ui/retry-scene.tsx';
import { request } from '../../api/studio-client.ts';
import { studioSession } from '../../api/studio-session.ts';
import form from '../../ui/form.module.css';
import { Loading } from '../../ui/loading.tsx';
import { studioHistory } from '../../ui/studio-history.ts';
import styles from './sign-in.module.css';
import { SignIn } from './sign-in.tsx';
import { SignInCard } from './sign-in-card.tsx';

/**
 * Shows its children to signed-in staff. When a session ends, the page stays with everything typed, and the
 * sign-in appears on top.
 */
export function SignInGate({ children }: { readonly children: ReactNode }) {
  const { state, user } = studioSession();
  const [problem, setProblem] = useState<string | null>(null);

  async function ask(): Promise<void> {
    try {
      studioSession.getState().open(await request(accountCalls.me));
      setProblem(null);
    } catch (error) {
      setProblem(messageOf(error, 'The shop can’t be reached right now.'));
    }
  }

  const askFirst = useEffectEvent(ask);
  useEffect(() => {
    if (state === 'unknown') void askFirst();
  }, [state]);

  if (state === 'unknown') {
    if (problem === null) return <Loading />;
    return (
      <main className="page">
        <RetryScene level={1} title="Couldn’t open the studio" text={problem} onRetry={ask} />
      </main>
    );
  }
  if (state === 'removed' && (user === null || !studioHistory.isHolding())) return <Removed />;
  if (user === null) {
    return (
      <SignInCard title="Studio">
        <SignIn email="" />
      </SignInCard>
    );
  }
  return (
    <>
      {state === 'out' && <SignedOut email={user.email} />}
      {state === 'removed' && <RemovedWhileTyping />}
      {children}
    </>
  );
}

function SignedOut({ email }: { readonly email: string }) {
  const [isAsking, setAsking] = useState(true);
  return (
    <>
      <p className={styles.strip} role="status">
        You were signed out. Your edits are still here.
        <Button variant="paper" onClick={() => setAsking(true)}>
          Sign in
        </Button>
      </p>
      <Modal title="Please sign in again" isOpen={isAsking} onClose={() => setAsking(false)}>
        <SignIn email={email} />
      </Modal>
    </>
  );
}

function Removed() {
  return (
    <SignInCard title="You were removed" text={studioMessages.removed}>
      <Button variant="paper" onClick={() => studioSession.setState({ state: 'out', user: null })}>
        Sign in with another account
      </Button>
    </SignInCard>
  );
}

/** Leaves what was typed on the screen, to be copied. */
function RemovedWhileTyping() {
  const [isRead, setRead] = useState(false);
  const leave = () => location.assign('/studio/');
  return (
    <>
      <p className={styles.strip} role="status">
        You were removed from this studio. What you typed is still here, but can’t be saved.
        <Button variant="paper" onClick={leave}>
          Leave the studio
        </Button>
      </p>
      <Modal title="You were removed" isOpen={!isRead} onClose={() => setRead(true)}>
        <div className={form.form}>
          <p>{studioMessages.removed}</p>
          <p>What you typed can’t be saved any more, but you can still copy it.</p>
          <div className="line-3">
            <Button onClick={() => setRead(true)}>Show what I typed</Button>
            <Button variant="quiet" onClick={leave}>
              Leave the studio
            </Button>
          </div>
        </div>
      </Modal>
    </>
  );
}
