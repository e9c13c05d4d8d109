import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { logFailure } from '#api/log-failure.ts';
import { useShopSettings } from '#api/use-shop-settings.ts';
import { messages } from '#contract/messages/messages.ts';
import { Button } from '#ui/button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import styles from './payment-step.module.css';
import { renderProviderButtons } from './provider-buttons.ts';

interface ProviderPayProps {
  readonly paypalOrderId: string;
  readonly onApprove: () => Promise<void>;
  readonly onCancel: () => void;
}

/** The payment provider's own buttons, from its script. */
export function ProviderPay({ paypalOrderId, onApprove, onCancel }: ProviderPayProps) {
  const payments = useShopSettings()?.payments;
  const place = useRef<HTMLDivElement>(null);
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const approve = useEffectEvent(onApprove);
  const cancel = useEffectEvent(onCancel);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt renders the buttons again
  useEffect(() => {
    const target = place.current;
    if (!payments || !target) return;
    let isGone = false;
    let remove = () => {};
    const holder = document.createElement('div');
    target.append(holder);
    function fail(error: unknown): void {
      logFailure('The payment provider failed', error);
      if (!isGone) setState('failed');
    }
    setState('loading');
    renderProviderButtons(holder, {
      payments,
      paypalOrderId,
      onApprove: () => approve(),
      onCancel: () => cancel(),
      onError: fail,
    }).then((removeButtons) => {
      if (isGone) removeButtons();
      else {
        remove = removeButtons;
        setState('ready');
      }
    }, fail);
    return () => {
      isGone = true;
      remove();
      holder.remove();
    };
  }, [payments, paypalOrderId, attempt]);

  return (
    <>
      {state === 'loading' && <Skeleton className={styles.loading} />}
      {state === 'failed' && (
        <p className={styles.failed} role="alert">
          <span>{messages.checkout.scriptFailed}</span>
          <Button variant="paper" onClick={() => setAttempt((count) => count + 1)}>
            Try again
          </Button>
        </p>
      )}
      <div ref={place} hidden={state === 'failed'} />
    </>
  );
}
