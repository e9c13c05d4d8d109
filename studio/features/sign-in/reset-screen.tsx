import { useEffect, useEffectEvent, useState } from 'react';
import {
  passwordResetCalls,
  type ResetState,
  resetMessages,
} from '#contract/studio/password-reset.ts';
import { ApiError, messageOf } from '#contract/wire/api-error.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { RetryScene } from '#ui/retry-scene.tsx';
import { useBusy } from '#ui/use-busy.ts';
import { request } from '../../api/studio-client.ts';
import { studioSession } from '../../api/studio-session.ts';
import { Instant } from '../../ui/instant.tsx';
import { Loading } from '../../ui/loading.tsx';
import { LostEverything } from './forgot-form.tsx';
import { ResetForm } from './reset-form.tsx';
import styles from './sign-in.module.css';
import { SignInCard } from './sign-in-card.tsx';

/** How often a page that waits for an owner asks. */
const pollMs = 10_000;

/** In the hash, so that it appears in no server log. */
const tokenInAddress = () => new URLSearchParams(location.hash.slice(1)).get('token') ?? '';

/** Sets a new password with a mailed link and a second proof. */
export default function ResetScreen() {
  const [token] = useState(tokenInAddress);
  const [state, setState] = useState<ResetState | null>(null);
  const [problem, setProblem] = useState<{ text: string; isEnded: boolean } | null>(null);
  const [isDone, setDone] = useState(false);

  async function open(): Promise<void> {
    try {
      setState(await request(passwordResetCalls.openReset, { body: { token } }));
      setProblem(null);
    } catch (error) {
      const isEnded = error instanceof ApiError && error.code === 'CODE_ENDED';
      setProblem({ text: messageOf(error, 'The shop can’t be reached right now.'), isEnded });
    }
  }

  const openAgain = useEffectEvent(open);
  useEffect(() => void openAgain(), []);
  const isWaiting = state?.confirmation === 'asked' && problem === null && !isDone;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => void openAgain(), pollMs);
    return () => clearInterval(timer);
  }, [isWaiting]);

  if (isDone) {
    return (
      <SignInCard title="Your password is set" text={resetMessages.done}>
        <LinkButton to="/today">Sign in</LinkButton>
      </SignInCard>
    );
  }
  if (problem?.isEnded) {
    return (
      <SignInCard title="This link has expired" text={problem.text}>
        <LinkButton to="/today">Go to the sign-in</LinkButton>
      </SignInCard>
    );
  }
  if (state === null) {
    if (problem === null) return <Loading />;
    return (
      <main className="page">
        <RetryScene
          level={1}
          title="The link couldn’t be opened"
          text={problem.text}
          onRetry={open}
        />
      </main>
    );
  }
  return (
    <SignInCard title="Set a new password">
      <ResetForm
        key={state.confirmation === 'confirmed' ? 'confirmed' : 'proof'}
        token={token}
        state={state}
        onEnded={open}
        onDone={() => {
          // The browser's own session has ended too.
          studioSession.setState({ state: 'unknown', user: null });
          setDone(true);
        }}
      />
      {state.confirmation !== 'confirmed' && (
        <AskOwner token={token} state={state} onAsked={setState} />
      )}
    </SignInCard>
  );
}

interface AskOwnerProps {
  readonly token: string;
  readonly state: ResetState;
  readonly onAsked: (state: ResetState) => void;
}

/** For somebody without any code: an owner confirms the new password. */
function AskOwner({ token, state, onAsked }: AskOwnerProps) {
  const [isSending, begin] = useBusy('The shop can’t be reached. Please try again.');

  const ask = () =>
    begin(async () => {
      onAsked(await request(passwordResetCalls.askOwner, { body: { token } }));
    });

  if (state.confirmation === 'asked') {
    return (
      <p className={styles.notice} role="status">
        We’ve asked an owner to confirm this. Keep this page open, or open the link again later; it
        works until <Instant at={state.expiresAt} />.
      </p>
    );
  }
  if (!state.hasOwner) return <LostEverything />;
  return (
    <>
      <p className="soft">No code at hand? Another owner can confirm it’s you.</p>
      <Button variant="paper" aria-disabled={isSending} onClick={() => void ask()}>
        Ask an owner
      </Button>
    </>
  );
}
