import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { accountCalls, studioMessages } from '#contract/studio/account.ts';
import type { StudioCallAnswer } from '#contract/studio/calls.ts';
import { ApiError, messageOf } from '#contract/wire/api-error.ts';
import { RetryScene } from '#ui/retry-scene.tsx';
import { toast } from '#ui/toast.ts';
import { request } from '../../api/studio-client.ts';
import { studioSession } from '../../api/studio-session.ts';
import { Loading } from '../../ui/loading.tsx';
import { RecoveryCodes } from '../../ui/recovery-codes.tsx';
import { AcceptForm, type Invitation } from './accept-form.tsx';
import { SignInCard } from './sign-in-card.tsx';

/** In the hash, so that it appears in no server log. */
const tokenInAddress = () => new URLSearchParams(location.hash.slice(1)).get('token') ?? '';

/** Accepts an invitation: sets a password and an authenticator, then signs in. */
export default function AcceptScreen() {
  const [token] = useState(tokenInAddress);
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const [accepted, setAccepted] = useState<StudioCallAnswer<'acceptInvitation'> | null>(null);
  const [problem, setProblem] = useState<{ text: string; isEnded: boolean } | null>(null);
  const navigate = useNavigate();

  async function open(): Promise<void> {
    try {
      setInvitation(await request(accountCalls.openInvitation, { body: { token } }));
    } catch (error) {
      const isEnded = error instanceof ApiError && typeof error.status === 'number';
      setProblem({ text: messageOf(error, 'The shop can’t be reached right now.'), isEnded });
    }
  }

  const openFirst = useEffectEvent(open);
  useEffect(() => void openFirst(), []);

  if (accepted) {
    return (
      <SignInCard
        title="Save your recovery codes"
        text="Each one signs you in once, if you lose your phone. They are shown only now."
      >
        <RecoveryCodes
          codes={accepted.recoveryCodes}
          email={accepted.email}
          done="Open the studio"
          onDone={() => {
            studioSession.getState().open(accepted);
            toast.success('You’re in. From now on, sign in with your password and a code.');
            // Without the token, because Back must not lead to a used invitation.
            void navigate('/', { replace: true });
          }}
        />
      </SignInCard>
    );
  }
  if (invitation) {
    return (
      <SignInCard
        title="Welcome to the studio"
        text="Choose a password and add the studio to an authenticator app on your phone."
      >
        <AcceptForm token={token} invitation={invitation} onDone={setAccepted} />
      </SignInCard>
    );
  }
  if (problem === null) return <Loading />;
  if (!problem.isEnded) {
    return (
      <main className="page">
        <RetryScene
          level={1}
          title="The invitation couldn’t be opened"
          text={problem.text}
          onRetry={open}
        />
      </main>
    );
  }
  return (
    <SignInCard title="This invitation has expired" text={studioMessages.invitationEnded}>
      <p>
        An owner of the studio can send you a new one. Or, on the server:{' '}
        <code>npm run studio:invite</code> and your e-mail.
      </p>
    </SignInCard>
  );
}
