import { useState } from 'react';
import { useLocation } from 'react-router';
import { passedOn, typedEmail } from '#api/return-path.ts';
import { shopClient } from '#api/shop-client.ts';
import { messages } from '#contract/messages/messages.ts';
import { sendOtpSchema } from '#contract/shop/account.ts';
import { paths } from '#contract/shop/paths.ts';
import { limits } from '#contract/wire/limits.ts';
import { Button } from '#ui/button.tsx';
import { ShopLink } from '#ui/shop-link.tsx';
import { TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import { useShopNavigate } from '#ui/use-shop-navigate.ts';
import { AccountCard } from './account-card.tsx';
import styles from './account-form.module.css';
import { type CodeStep, resetStep } from './reset-step.ts';

/** The e-mail of the reset in progress, so that a buyer who returns for another code needn't type it again. */
function emailUnderWay(): string {
  const step = resetStep.read(null);
  return step?.step === 'code' ? step.email : '';
}

interface ForgotPasswordFormProps {
  /** Where the code goes, if already known. */
  readonly knownEmail?: string;
  readonly text?: string;
}

/** The first step of a password reset: asks for the e-mail to send a code to. */
export function ForgotPasswordForm({
  knownEmail,
  text = `It happens. We’ll e-mail you a ${limits.otpDigits}-digit code to set a new one.`,
}: ForgotPasswordFormProps) {
  const navigate = useShopNavigate();
  const { state } = useLocation();
  const [email] = useState(() => knownEmail ?? (typedEmail(state) || emailUnderWay()));
  const form = useForm({
    schema: sendOtpSchema,
    initial: { email },
    failed: messages.forgot.failed,
    async send(body) {
      const { token } = await shopClient.request('sendOtp', { body });
      const endsAt = Date.now() + limits.otpSeconds * 1000;
      const step: CodeStep = { step: 'code', token, email: body.email.trim(), endsAt };
      resetStep.save(step);
      toast.success(messages.forgot.done);
      navigate(paths.verifyOtp.path, { state: { ...step, ...passedOn(state) } });
    },
  });
  return (
    <AccountCard
      title={knownEmail === undefined ? 'Forgot your password?' : 'Set a new password'}
      text={text}
      below={
        <>
          Remembered it?{' '}
          <ShopLink to={paths.signIn.path} state={passedOn(state)}>
            Sign in
          </ShopLink>
        </>
      }
    >
      <form className={styles.form} onSubmit={form.submit} noValidate>
        <TextField
          label="Email"
          type="email"
          required
          autoComplete="username"
          autoCapitalize="none"
          {...form.field('email')}
        />
        <Button {...form.button} isWide>
          {form.isSending ? 'Sending…' : 'Send me a code'}
        </Button>
      </form>
    </AccountCard>
  );
}
