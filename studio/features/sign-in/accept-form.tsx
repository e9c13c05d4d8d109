import { useMemo } from 'react';
import { encode } from 'uqr';
import type * as v from 'valibot';
import {
  acceptInvitationSchema,
  type invitationSchema,
  studioPasswordMin,
} from '#contract/studio/account.ts';
import { messageOf } from '#contract/wire/api-error.ts';
import { Button } from '#ui/button.tsx';
import { NewPasswordField } from '#ui/new-password-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import { request } from '../../api/studio-client.ts';
import { CodeField } from './code-field.tsx';
import styles from './sign-in.module.css';

export type Invitation = v.InferOutput<typeof invitationSchema>;

interface AcceptFormProps {
  readonly token: string;
  readonly invitation: Invitation;
  readonly onDone: (email: string) => void;
}

/** Sets the password and shows the authenticator's secret as a QR code and as text. */
export function AcceptForm({ token, invitation, onDone }: AcceptFormProps) {
  const form = useForm({
    schema: acceptInvitationSchema,
    initial: { token, password: '', code: '' },
    async send(body) {
      try {
        onDone((await request('acceptInvitation', { body })).email);
      } catch (error) {
        toast.error(messageOf(error, 'The shop can’t be reached. Please try again.'));
        throw error;
      }
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
      <div className={styles.secret}>
        <QrCode text={invitation.otpauthUri} />
        <div>
          <p>Scan this with your authenticator app, or enter the key:</p>
          <p>
            <code className={styles.key}>{invitation.totpSecret.match(/.{1,4}/g)?.join(' ')}</code>
          </p>
          <p>
            <a href={invitation.otpauthUri}>Open in an authenticator app on this device</a>
          </p>
        </div>
      </div>
      <CodeField {...form.field('code')} />
      <Button {...form.button} isWide>
        {form.isSending ? 'One moment…' : 'Open the studio'}
      </Button>
    </form>
  );
}

function QrCode({ text }: { readonly text: string }) {
  const { data, size } = useMemo(() => encode(text, { border: 3 }), [text]);
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label="The key as a QR code"
    >
      <path d={path} />
    </svg>
  );
}
