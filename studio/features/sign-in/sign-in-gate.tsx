import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { ApiError, messageOf } from '#contract/wire/api-error.ts';
import { Button } from '#ui/button.tsx';
import { Modal } from '#ui/overlay.tsx';
import { RetryScene } from '#ui/retry-scene.tsx';
import { request } from '../../api/studio-client.ts';
import { studioSession } from '../../api/studio-session.ts';
import { Loading } from '../../ui/loading.tsx';
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
      studioSession.getState().open(await request('me'));
      setProblem(null);
    } catch (error) {
      const isOut = error instanceof ApiError && error.code === 'NOT_SIGNED_IN';
      if (!isOut) setProblem(messageOf(error, 'The shop can’t be reached right now.'));
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
