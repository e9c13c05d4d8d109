import { useState } from 'react';
import { accountCalls, recoverSchema, setUpTwoStepSchema } from '#contract/studio/account.ts';
import type { StudioCallAnswer } from '#contract/studio/calls.ts';
import { Button } from '#ui/button.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { toast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import { request } from '../../api/studio-client.ts';
import { studioSession } from '../../api/studio-session.ts';
import { CodeField } from './code-field.tsx';
import { EmailField } from './email-field.tsx';
import { RecoveryCodeField } from './recovery-code-field.tsx';
import styles from './sign-in.module.css';
import { TwoStepSecret } from './two-step-secret.tsx';

type Setup = StudioCallAnswer<'recover'>;

const unreachable = 'The shop can’t be reached. Please try again.';

/** Signs in without the phone: with a recovery code, then with a new authenticator. */
export default function RecoverForm({ email }: { readonly email: string }) {
  const [setup, setSetup] = useState<Setup | null>(null);
  const form = useForm({
    schema: recoverSchema,
    initial: { email, password: '', recoveryCode: '' },
    failed: unreachable,
    async send(body) {
      setSetup(await request(accountCalls.recover, { body }));
    },
  });
  if (setup) return <SetUpForm setup={setup} />;
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <EmailField {...form.field('email')} />
      <PasswordField
        label="Password"
        required
        autoComplete="current-password"
        {...form.field('password')}
      />
      <RecoveryCodeField {...form.field('recoveryCode')} />
      <Button {...form.button} isWide>
        {form.isSending ? 'One moment…' : 'Continue'}
      </Button>
    </form>
  );
}

function SetUpForm({ setup }: { readonly setup: Setup }) {
  const form = useForm({
    schema: setUpTwoStepSchema,
    initial: { token: setup.token, code: '' },
    failed: unreachable,
    async send(body) {
      studioSession.getState().open(await request(accountCalls.setUpTwoStep, { body }));
      toast.success('Your new authenticator works. All other devices are signed out.');
    },
  });
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <p>That recovery code is now used up. Add the studio to an authenticator app again:</p>
      <TwoStepSecret secret={setup} />
      <CodeField {...form.field('code')} />
      <Button {...form.button} isWide>
        {form.isSending ? 'One moment…' : 'Open the studio'}
      </Button>
    </form>
  );
}
