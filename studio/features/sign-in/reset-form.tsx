import { useState } from 'react';
import { studioPasswordMin } from '#contract/studio/account.ts';
import {
  passwordResetCalls,
  type ResetState,
  resetForms,
} from '#contract/studio/password-reset.ts';
import { ApiError, messageOf } from '#contract/wire/api-error.ts';
import { Button } from '#ui/button.tsx';
import { NewPasswordField } from '#ui/new-password-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import { request } from '../../api/studio-client.ts';
import { CodeField } from './code-field.tsx';
import { RecoveryCodeField } from './recovery-code-field.tsx';
import styles from './sign-in.module.css';

interface ResetFormProps {
  readonly token: string;
  readonly state: ResetState;
  /** The link stopped working, or needs something else. */
  readonly onEnded: () => Promise<void>;
  readonly onDone: () => void;
}

/** The new password, and what proves that it is theirs, unless an owner confirmed it. */
export function ResetForm({ token, state, onEnded, onDone }: ResetFormProps) {
  const [proof, setProof] = useState<'totp' | 'recovery'>('totp');
  const kind = state.confirmation === 'confirmed' ? 'confirmed' : proof;
  const form = useForm({
    schema: resetForms[kind],
    initial: { password: '', proof: '' },
    async send(typed) {
      const body = {
        token,
        password: typed.password,
        code: kind === 'totp' ? typed.proof : null,
        recoveryCode: kind === 'recovery' ? typed.proof : null,
      };
      try {
        await request(passwordResetCalls.setStaffPassword, { body });
        onDone();
      } catch (error) {
        toast.error(messageOf(error, 'The shop can’t be reached. Please try again.'));
        if (error instanceof ApiError && error.code === 'CODE_ENDED') await onEnded();
        throw error;
      }
    },
  });
  const Proof = proof === 'totp' ? CodeField : RecoveryCodeField;
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      {/* Read-only, so that a password manager knows whose password this is. */}
      <TextField label="E-mail" type="email" value={state.email} readOnly autoComplete="username" />
      <NewPasswordField
        label="New password"
        required
        hint={`At least ${studioPasswordMin} characters.`}
        {...form.field('password')}
      />
      {kind === 'confirmed' ? (
        <p role="status">An owner confirmed that it’s you, so you need no code.</p>
      ) : (
        <>
          <Proof {...form.field('proof')} />
          <div>
            <Button
              variant="quiet"
              onClick={() => {
                setProof(proof === 'totp' ? 'recovery' : 'totp');
                form.fill({ proof: '' });
              }}
            >
              {proof === 'totp' ? 'Use a recovery code instead' : 'Use an authenticator code'}
            </Button>
          </div>
        </>
      )}
      <Button {...form.button} isWide>
        {form.isSending ? 'One moment…' : 'Set the new password'}
      </Button>
    </form>
  );
}
