import { useRef } from 'react';
import { messages } from '#contract/messages/messages.ts';
import { paths } from '#contract/shop/paths.ts';
import { formatUsd } from '#contract/wire/money.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import styles from './payment-step.module.css';
import type { PlacedOrder } from './placed-order.ts';
import { ProviderPay } from './provider-pay.tsx';
import type { CheckoutStep } from './use-capture.ts';

interface PaymentStepProps {
  readonly step: CheckoutStep;
  readonly onApprove: (placed: PlacedOrder) => Promise<void>;
  readonly onCancel: () => void;
  readonly onBack: () => void;
}

/** Takes the payment for an order that was created. */
export function PaymentStep({ step, onApprove, onCancel, onBack }: PaymentStepProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  if (step.name === 'waiting') {
    return (
      <section className={`card stack-3 ${styles.payment}`}>
        <LinkButton to={paths.myOrders.path}>See my orders</LinkButton>
      </section>
    );
  }
  if (!('placed' in step)) return null;
  const { name, placed } = step;
  function askAgain(): void {
    // The pressed button disappears.
    heading.current?.focus();
    void onApprove(placed);
  }
  return (
    <section className={`card stack-3 ${styles.payment}`} aria-labelledby="payment">
      <h2 id="payment" ref={heading} tabIndex={-1}>
        Payment
      </h2>
      {name === 'capturing' && (
        <p className={styles.busy} role="status">
          {messages.checkout.capturing}
        </p>
      )}
      {(name === 'unsure' || name === 'later') && (
        <Button onClick={askAgain}>{name === 'unsure' ? 'Check again' : 'Try again'}</Button>
      )}
      {name === 'later' && (
        <Button variant="quiet" className={styles.back} onClick={onBack}>
          Change my details
        </Button>
      )}
      {/* During the capture, the provider's window may still need the page that opened it. */}
      <div className={styles.provider} hidden={name !== 'paying'}>
        <p>
          Your order is ready. Pay <strong>{formatUsd(placed.total)}</strong> with
        </p>
        {placed.paypalOrderId !== '' && (
          <ProviderPay
            paypalOrderId={placed.paypalOrderId}
            onApprove={() => onApprove(placed)}
            onCancel={onCancel}
          />
        )}
        <Button variant="quiet" className={styles.back} onClick={onBack}>
          Change my details
        </Button>
      </div>
    </section>
  );
}
