import { type SubmitEvent, useCallback, useEffect, useRef, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { passedOn } from '#api/return-path.ts';
import { shopClient } from '#api/shop-client.ts';
import { messages } from '#contract/messages/messages.ts';
import { paths } from '#contract/shop/paths.ts';
import { ApiError, messageOf } from '#contract/wire/api-error.ts';
import { limits } from '#contract/wire/limits.ts';
import { announce } from '#ui/announcer.tsx';
import { Button } from '#ui/button.tsx';
import { ShopLink } from '#ui/shop-link.tsx';
import { toast } from '#ui/toast.ts';
import { AccountCard } from './account-card.tsx';
import styles from './account-form.module.css';
import { CodeBoxes } from './code-boxes.tsx';
import { codeNumber, isComplete, noDigits } from './code-digits.ts';
import { minutesAndSeconds } from './countdown.ts';
import { type CodeStep, type PasswordStep, resetStep } from './reset-step.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

/** When screen readers announce how little time is left. */
const warningSeconds = 30;

/** Goes one page back; if the history starts here, to the previous step. */
function useStepBack(): () => void {
  const navigate = useNavigate();
  const hasLeft = useRef(false);
  return useCallback(() => {
    if (hasLeft.current) return;
    hasLeft.current = true;
    const entry = history.state as { readonly idx?: unknown } | null;
    if (typeof entry?.idx === 'number' && entry.idx > 0) void navigate(-1);
    else void navigate(paths.forgotPassword.path, { replace: true });
  }, [navigate]);
}

function CodeForm({ token, email, endsAt }: CodeStep) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const stepBack = useStepBack();
  const left = useSecondsLeft(endsAt);
  const [digits, setDigits] = useState(noDigits);
  const [refused, setRefused] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const firstBox = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (left === warningSeconds) announce(`The code expires in ${warningSeconds} seconds.`);
    if (left > 0) return;
    toast.error(messages.invalid.step, { id: 'code-ended' });
    stepBack();
  }, [left, stepBack]);

  function failed(error: unknown): void {
    const text = messageOf(error, messages.otp.failed);
    toast.error(text);
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'CODE_ENDED') stepBack();
    if (error.code !== 'CODE_REFUSED') return;
    setRefused(text);
    setDigits(noDigits);
    firstBox.current?.focus();
  }

  async function verify(): Promise<void> {
    setIsSending(true);
    try {
      const body = { otp: codeNumber(digits), token };
      const answer = await shopClient.request('verifyOtp', { body });
      const step: PasswordStep = { step: 'password', token: answer.token };
      resetStep.save(step);
      toast.success(messages.otp.done);
      // Its code is used up, so Back leads to requesting another.
      void navigate(paths.resetPassword.path, {
        state: { ...step, ...passedOn(state) },
        replace: true,
      });
    } catch (error) {
      failed(error);
    } finally {
      setIsSending(false);
    }
  }

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (isComplete(digits) && !isSending) void verify();
  }

  return (
    <AccountCard
      title="Enter your code"
      text={`If ${email} has an account with us, we’ve sent it a ${limits.otpDigits}-digit code.`}
      below={
        <>
          Didn’t get it?{' '}
          <ShopLink to={paths.forgotPassword.path} state={passedOn(state)}>
            Send another code
          </ShopLink>
        </>
      }
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        <CodeBoxes
          label="Your code"
          digits={digits}
          onChange={(next) => {
            setDigits(next);
            setRefused(null);
          }}
          error={refused}
          firstRef={firstBox}
        />
        <p className="soft" role="timer">
          The code expires in <strong className={styles.clock}>{minutesAndSeconds(left)}</strong>
        </p>
        <Button
          type="submit"
          isWide
          disabled={!isComplete(digits)}
          aria-disabled={isSending}
          aria-busy={isSending}
        >
          {isSending ? 'Checking…' : 'Verify'}
        </Button>
      </form>
    </AccountCard>
  );
}

/** The second step of a password reset. Without the first step there is nothing to verify. */
export function VerifyCodeForm() {
  const { state } = useLocation();
  const [step] = useState(() => resetStep.read(state));
  if (step?.step !== 'code') return <Navigate to={paths.forgotPassword.path} replace />;
  return <CodeForm {...step} />;
}
