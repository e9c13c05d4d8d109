import { lazy, Suspense, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Loading } from '../../ui/loading.tsx';
import styles from './sign-in.module.css';
import { SignInForm } from './sign-in-form.tsx';

const RecoverForm = lazy(() => import('./recover-form.tsx'));
const ForgotForm = lazy(() => import('./forgot-form.tsx'));

const ways = {
  'sign-in': 'Sign in with your password and authenticator code.',
  recover: 'Sign in with your password and a recovery code, and set up a new authenticator.',
  forgot: 'We e-mail you a link. You also need a code, or another owner who confirms it.',
} as const;

/** The sign-in, and the ways in without phone or password; `email` is that of the session before. */
export function SignIn({ email }: { readonly email: string }) {
  const [way, setWay] = useState<keyof typeof ways>('sign-in');
  const others = (['sign-in', 'recover', 'forgot'] as const).filter((other) => other !== way);
  return (
    <>
      <p className="soft">{ways[way]}</p>
      <Suspense fallback={<Loading />}>
        {way === 'sign-in' && <SignInForm email={email} />}
        {way === 'recover' && <RecoverForm email={email} />}
        {way === 'forgot' && <ForgotForm email={email} />}
      </Suspense>
      <div className={styles.others}>
        {others.map((other) => (
          <Button key={other} variant="quiet" onClick={() => setWay(other)}>
            {labels[other]}
          </Button>
        ))}
      </div>
    </>
  );
}

const labels = {
  'sign-in': 'Sign in with a code',
  recover: 'Lost your phone?',
  forgot: 'Forgot your password?',
} as const;
