import { useState } from 'react';
import { messages } from '#contract/messages.ts';
import type { Order } from '#contract/order.ts';
import { paths } from '#contract/paths.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { EmptyScene } from '#ui/empty-scene.tsx';
import { Modal } from '#ui/overlay.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { timeAgo } from '#ui/time-ago.ts';
import styles from './my-orders-screen.module.css';
import { OrderCard } from './order-card.tsx';
import { OrderDetails } from './order-details.tsx';
import { type OrdersState, useOrders } from './use-orders.ts';

function Saved({ state }: { readonly state: OrdersState }) {
  if (state.problem === null || state.savedAt === null) return null;
  return (
    <p className={styles.saved} role="status">
      <span>
        Saved {timeAgo(state.savedAt, Date.now())}. {state.problem}
      </span>
      <Button variant="quiet" onClick={() => void state.refresh()}>
        Try again
      </Button>
    </p>
  );
}

/** The list can't be had at all: no saved one, no answer (L12, OP-65). */
function Failed({ state }: { readonly state: OrdersState }) {
  return (
    <EmptyScene
      scene="error"
      title={`${messages.orders.failed} ${state.problem ?? ''}`}
      text="Your orders are safe with us."
    >
      <Button onClick={() => void state.refresh()}>Try again</Button>
    </EmptyScene>
  );
}

export function MyOrdersScreen() {
  const state = useOrders();
  const [openId, setOpenId] = useState<string | null>(null);
  const { orders } = state;
  const open: Order | undefined = orders?.find((order) => order._id === openId);
  return (
    <>
      <h1>My orders</h1>
      <Saved state={state} />
      {orders === null && state.problem !== null && !state.isLoading && <Failed state={state} />}
      {orders === null && (state.problem === null || state.isLoading) && (
        <div className={styles.list} aria-busy="true">
          <Skeleton className={styles.loading} />
          <Skeleton className={styles.loading} />
        </div>
      )}
      {orders?.length === 0 && (
        <EmptyScene scene="orders" title={messages.orders.empty}>
          <LinkButton to={paths.shop.path}>Start Shopping</LinkButton>
        </EmptyScene>
      )}
      {orders && orders.length > 0 && (
        <ul className={styles.list}>
          {orders.map((order) => (
            <OrderCard key={order._id} order={order} onOpen={() => setOpenId(order._id)} />
          ))}
        </ul>
      )}
      <Modal
        isOpen={open !== undefined}
        isWide
        title={open ? `Order ${open.orderNumber}` : ''}
        onClose={() => setOpenId(null)}
      >
        {open && <OrderDetails order={open} />}
      </Modal>
    </>
  );
}
