import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '#api/use-session.ts';
import type { Order } from '#contract/shop/order.ts';
import { paths } from '#contract/shop/paths.ts';
import { formatUsd } from '#contract/wire/money.ts';
import { LinkButton } from '#ui/button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useShopNavigate } from '#ui/use-shop-navigate.ts';
import { BoughtItem } from './bought-item.tsx';
import { confirmedOrder } from './confirmed-order.ts';
import { DownloadOrder } from './download-order.tsx';
import { detailsDate, unreleasedText } from './order-presentation.ts';
import { OrderStatus } from './order-status.tsx';
import styles from './order-success-screen.module.css';
import { useOrders } from './use-orders.ts';

function Confirmation({ order }: { readonly order: Order }) {
  const unreleased = unreleasedText(order);
  const facts = [
    ['Order number', order.orderNumber],
    ['Date', detailsDate(order.createdAt)],
    ['Total', formatUsd(order.totalPrice)],
    ['Email', order.customerEmail],
  ] as const;
  return (
    <div className={styles.confirmation}>
      <header className={styles.head}>
        <img src="/thank-you.svg" width={480} height={320} alt="" className={styles.thanks} />
        <h1>Order Confirmed</h1>
        <OrderStatus order={order} />
      </header>
      <section className="card stack-3" aria-labelledby="items">
        <h2 id="items">Your designs</h2>
        {unreleased !== null && <p>{unreleased}</p>}
        <DownloadOrder order={order} />
        <ul>
          {order.items.map((item) => (
            <BoughtItem key={item._id} order={order} item={item} level={3} />
          ))}
        </ul>
      </section>
      <dl className={`facts ${styles.facts}`}>
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.actions}>
        <LinkButton to={paths.home.path}>Continue Shopping</LinkButton>
        <LinkButton variant="paper" to={paths.myOrders.path}>
          My orders
        </LinkButton>
      </div>
    </div>
  );
}

/** The order just paid. Without one in the history entry it shows the newest order, or else the list of orders (OP-18). */
export function OrderSuccessScreen({ onOrder }: { readonly onOrder: () => void }) {
  const location = useLocation();
  const navigate = useShopNavigate();
  const { orders, problem, isLoading } = useOrders();
  const accountId = useSession((state) => state.user?._id ?? null);
  const given = confirmedOrder(location.state, accountId);
  const order = given ?? (isLoading ? undefined : orders?.[0]);
  const isNowhere = !order && !isLoading && (orders !== null || problem !== null);
  useEffect(() => {
    if (isNowhere) navigate(paths.myOrders.path, { replace: true });
  }, [isNowhere, navigate]);
  const isShown = order !== undefined;
  useEffect(() => {
    if (isShown) onOrder();
  }, [isShown, onOrder]);
  if (!order) return <Skeleton className={styles.loading} />;
  return <Confirmation order={order} />;
}
