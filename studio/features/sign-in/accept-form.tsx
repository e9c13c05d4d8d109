import type * as v from 'valibot';
import {
  acceptInvitationSchema,
  accountCalls,
  type invitationSchema,
  studioPasswordMin,
} from '#contract/studio/account.ts';
import type { StudioCallAnswer } from '#contract/studio/calls.ts';
import { Button } from '#ui/button.tsx';
import { NewPasswordField } from '#ui/new-password-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useForm } from '#ui/use-form.ts';
import { request } from '../../api/studio-client.ts';
import { CodeField } from './code-field.tsx';
import styles from './sign-in.module.css';
import { TwoStepSecret } from './two-step-secret.tsx';

export type Invitation = v.InferOutput<typeof invitationSchema>;

interface AcceptFormProps {
  readonly token: string;
  readonly invitation: Invitation;
  readonly onDone: (accepted: StudioCallAnswer<'acceptInvitation'>) => void;
}

/** Sets the password and shows the authenticator's secret as a QR code and as text. */
export function AcceptForm({ token, invitation, onDone }: AcceptFormProps) {
  const form = useForm({
    schema: acceptInvitationSchema,
    initial: { token, password: '', code: '' },
    failed: 'The shop can’t be reached. Please try again.',
    async send(body) {
      onDone(await request(accountCalls.acceptInvitation, { body }));
    },
  });
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      {/* Read-only, so that a password manager knows whose password this is. */}
      <TextField
        label="E-mail"
        type="email"
        value={invitation.email}
        readOnly
        autoComplete="username"
      />
      <NewPasswordField
        label="Password"
        required
        hint={`At least ${studioPasswordMin} characters.`}
        {...form.field('password')}
      />
      <TwoStepSecret secret={invitation} />
      <CodeField {...form.field('code')} />
      <Button {...form.button} isWide>
        {form.isSending ? 'One moment…' : 'Set up your account'}
      </Button>
    </form>
  );
}
