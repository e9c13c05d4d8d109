import { useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { passedOn } from '#api/return-path.ts';
import { shopClient } from '#api/shop-client.ts';
import { messages } from '#contract/messages/messages.ts';
import { resetFormSchema } from '#contract/shop/account.ts';
import { paths } from '#contract/shop/paths.ts';
import { ApiError, messageOf } from '#contract/wire/api-error.ts';
import { Button } from '#ui/button.tsx';
import { ShopLink } from '#ui/shop-link.tsx';
import { toast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import { useShopNavigate } from '#ui/use-shop-navigate.ts';
import { AccountCard } from './account-card.tsx';
import { NewPasswordFields } from './account-fields.tsx';
import styles from './account-form.module.css';
import { type PasswordStep, resetStep } from './reset-step.ts';

function PasswordForm({ token }: PasswordStep) {
  const navigate = useShopNavigate();
  const { state } = useLocation();
  const form = useForm({
    schema: resetFormSchema,
    initial: { password: '', confirmPassword: '' },
    async send({ password }) {
      try {
        await shopClient.request('resetPassword', { body: { token, password } });
      } catch (error) {
        toast.error(messageOf(error, messages.reset.failed));
        if (error instanceof ApiError && error.code === 'CODE_ENDED') {
          resetStep.forget();
          navigate(paths.forgotPassword.path, { replace: true, state: passedOn(state) });
        }
        throw error;
      }
      resetStep.forget();
      toast.success(messages.reset.done);
      navigate(paths.signIn.path, { replace: true, state: passedOn(state) });
    },
  });
  return (
    <AccountCard
      title="New password"
      text="You’ll be signed out on all other devices."
      below={
        <>
          Changed your mind?{' '}
          <ShopLink to={paths.signIn.path} state={passedOn(state)}>
            Sign in
          </ShopLink>
        </>
      }
    >
      <form className={styles.form} onSubmit={form.submit} noValidate>
        <NewPasswordFields field={form.field} />
        <Button {...form.button} isWide>
          {form.isSending ? 'Saving…' : 'Set new password'}
        </Button>
      </form>
    </AccountCard>
  );
}

/** The last step of a password reset. Without a verified code there is no password to set. */
export function ResetPasswordForm() {
  const { state } = useLocation();
  const [step] = useState(() => resetStep.read(state));
  if (step?.step !== 'password') return <Navigate to={paths.forgotPassword.path} replace />;
  return <PasswordForm {...step} />;
}
