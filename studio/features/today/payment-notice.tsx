import { Link } from 'react-router';
import type { StudioCallAnswer } from '#contract/studio/calls.ts';
import { joinClasses } from '#ui/join-classes.ts';
import styles from './notice.module.css';

interface PaymentNoticeProps {
  readonly payments: StudioCallAnswer<'today'>['payments'];
}

/** Warns staff that the payment provider refuses payments or refunds because of the shop's account. */
export function PaymentNotice({ payments }: PaymentNoticeProps) {
  const isStopped = payments.some((refusal) => refusal.isStopped);
  return (
    <section className={joinClasses(styles.notice, isStopped && styles.full)} aria-label="Payments">
      <strong>
        {isStopped ? 'The shop can’t take payments.' : 'PayPal refuses some payments or refunds.'}
      </strong>
      {payments.map(({ text, advice }) => (
        <p key={text}>
          {text} {advice}
        </p>
      ))}
      <p>
        <Link to="/health">Check again in the health check</Link>
      </p>
    </section>
  );
}
