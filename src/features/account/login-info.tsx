import { useState } from 'react';
import * as v from 'valibot';
import { changeUser } from '#api/renew-user.ts';
import { shopClient } from '#api/shop-client.ts';
import { messages } from '#contract/messages/messages.ts';
import type { User } from '#contract/shop/account.ts';
import { ApiError } from '#contract/wire/api-error.ts';
import { limits } from '#contract/wire/limits.ts';
import { Button } from '#ui/button.tsx';
import { NewPasswordField } from '#ui/new-password-field.tsx';
import { Modal, OverlayButton } from '#ui/overlay.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import styles from './account-form.module.css';
import { AccountPart, Fact, Facts, PartActions } from './account-part.tsx';

interface LoginFormProps {
  readonly onDone: () => void;
}

// Nothing is validated here (Q16): the server reports what is wrong with either field.
const emailSchema = v.object({ email: v.string(), oldPassword: v.string() });
const passwordSchema = v.object({ oldPassword: v.string(), password: v.string() });

function EmailForm({ onDone }: LoginFormProps) {
  const [isOffline, setOffline] = useState(false);
  const form = useForm({
    schema: emailSchema,
    initial: { email: '', oldPassword: '' },
    failed: messages.profile.emailFailed,
    async send(body) {
      setOffline(false);
      try {
        await shopClient.request('updateUser', { body });
      } catch (error) {
        setOffline(error instanceof ApiError && error.status === 'FETCH_ERROR');
        throw error;
      }
      toast.success(messages.profile.emailDone);
      onDone();
      changeUser({ email: body.email.trim() });
    },
  });
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <TextField
        label="New email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        {...form.field('email')}
      />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        {...form.field('oldPassword')}
      />
      <p className="note">
        You’ll sign in with it from now on. We send your old address a link to undo the change
        within {limits.emailUndoHours} hours.
      </p>
      {isOffline && (
        <p role="alert" className={styles.warning}>
          {messages.profile.emailOffline}
        </p>
      )}
      <Button {...form.button} isWide>
        {form.isSending ? 'Updating…' : 'Update'}
      </Button>
    </form>
  );
}

function PasswordForm({ isColleague, onDone }: LoginFormProps & { readonly isColleague: boolean }) {
  const form = useForm({
    schema: passwordSchema,
    initial: { oldPassword: '', password: '' },
    failed: messages.profile.passwordFailed,
    async send(body) {
      await shopClient.request(isColleague ? 'changeColleague' : 'updateUser', { body });
      toast.success(messages.profile.passwordDone);
      onDone();
    },
  });
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        {...form.field('oldPassword')}
      />
      <NewPasswordField
        label="New password"
        hint="At least 6 characters."
        {...form.field('password')}
      />
      <p className="note">You’ll stay signed in here and be signed out everywhere else.</p>
      <Button {...form.button} isWide>
        {form.isSending ? 'Updating…' : 'Update'}
      </Button>
    </form>
  );
}

/** Shows the sign-in details, with modals to change them. */
export function LoginInfo({ user }: { readonly user: User }) {
  const [open, setOpen] = useState<'email' | 'password' | null>(null);
  const close = () => setOpen(null);
  return (
    <AccountPart title="Login info" paper="sky">
      <Facts>
        <Fact term="Login email">{(user.colleague ?? user).email || 'N/A'}</Fact>
      </Facts>
      <PartActions>
        {!user.colleague && (
          <OverlayButton variant="paper" onClick={() => setOpen('email')}>
            Change Email
          </OverlayButton>
        )}
        <OverlayButton variant="paper" onClick={() => setOpen('password')}>
          Change Password
        </OverlayButton>
      </PartActions>
      <Modal isOpen={open === 'email'} title="Change Email" onClose={close}>
        <EmailForm onDone={close} />
      </Modal>
      <Modal isOpen={open === 'password'} title="Change Password" onClose={close}>
        <PasswordForm isColleague={user.colleague !== undefined} onDone={close} />
      </Modal>
    </AccountPart>
  );
}
