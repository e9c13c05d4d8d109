import type { Order } from '#contract/shop/order.ts';
import { Icon } from '#ui/icon.tsx';
import { paymentBadge, statusTone } from './order-presentation.ts';
import styles from './order-status.module.css';

/** The status as colour, text and icon, with the payment state next to it if that adds anything. */
export function OrderStatus({ order }: { readonly order: Order }) {
  const badge = paymentBadge(order.paymentState);
  const tone = statusTone(order.status);
  return (
    <span className={styles.status}>
      <span className={styles[tone]}>
        <Icon name={tone === 'orange' ? 'exclamation' : 'check'} size={16} />
        {order.status}
      </span>
      {badge && <span className={styles.payment}>{badge}</span>}
    </span>
  );
}
