import { useState } from 'react';
import * as v from 'valibot';
import { shopClient } from '#api/shop-client.ts';
import { messages } from '#contract/messages/messages.ts';
import { paths } from '#contract/shop/paths.ts';
import { messageOf } from '#contract/wire/api-error.ts';
import { limits } from '#contract/wire/limits.ts';
import { Button } from '#ui/button.tsx';
import { ShopLink } from '#ui/shop-link.tsx';
import { toast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import { AccountCard } from './account-card.tsx';
import styles from './account-form.module.css';
import { ForgotPasswordForm } from './forgot-password-form.tsx';

/**
 * Asks for confirmation before undoing an e-mail change, because mail scanners open links too. Then asks for
 * the new password that the account needs.
 */
export function UndoEmailForm({ token }: { readonly token: string }) {
  const [email, setEmail] = useState<string | null>(null);
  const [problem, setProblem] = useState('');
  const form = useForm({
    schema: v.object({}),
    initial: {},
    async send() {
      setProblem('');
      try {
        const restored = await shopClient.request('undoEmailChange', { body: { token } });
        toast.success(restored.message);
        setEmail(restored.email);
      } catch (error) {
        setProblem(messageOf(error, messages.profile.undoFailed));
        throw error;
      }
    },
  });
  if (email !== null) {
    return (
      <ForgotPasswordForm
        knownEmail={email}
        text="Your e-mail address is restored and all devices are signed out. We’ll e-mail you a code to set a new password."
      />
    );
  }
  return (
    <AccountCard
      title="Undo the email change?"
      text={`This restores the e-mail address this link was sent to, signs out all devices and lets you set a new password. It works within ${limits.emailUndoHours} hours of the change.`}
      below={
        <>
          Was it you? Then you don’t need to do anything.{' '}
          <ShopLink to={paths.home.path}>Go home</ShopLink>
        </>
      }
    >
      <form className={styles.form} onSubmit={form.submit} noValidate>
        {problem && (
          <p role="alert" className={styles.warning}>
            {problem}
          </p>
        )}
        <Button {...form.button} isWide>
          {form.isSending ? 'Undoing…' : 'Undo the change'}
        </Button>
      </form>
    </AccountCard>
  );
}
