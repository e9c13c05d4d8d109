import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useSession } from '#api/use-session.ts';
import { messages } from '#contract/messages/messages.ts';
import type { Order, OrderItem } from '#contract/shop/order.ts';
import { paths } from '#contract/shop/paths.ts';
import { counted } from '#contract/wire/counted.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { EmptyScene } from '#ui/empty-scene.tsx';
import { Modal } from '#ui/overlay.tsx';
import { SavedNote } from '#ui/saved-note.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { BuyAgain } from './buy-again-button.tsx';
import { DownloadSince } from './download-since.tsx';
import { findOrders } from './find-orders.ts';
import styles from './my-orders-screen.module.css';
import { OrderCard } from './order-card.tsx';
import { OrderDetails } from './order-details.tsx';
import { OrderSearch } from './order-search.tsx';
import { SaveCounts } from './save-counts.tsx';
import { type OrdersState, useOrders } from './use-orders.ts';
import { useSold } from './use-sold.ts';
import { YearlyLicenceCard } from './yearly-licence-card.tsx';

/** Shown when there is neither a saved list nor an answer (L12, OP-65). */
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

interface MyOrdersScreenProps {
  /** Asks for a yearly licence. */
  readonly askYearly: ReactNode;
  /** The messages about an order. */
  readonly ask: (order: Order) => ReactNode;
  /** What the account says about a bought design. */
  readonly review: (item: OrderItem) => ReactNode;
  readonly below: ReactNode;
  readonly onBuyAgain: BuyAgain;
}

/**
 * The account's orders; `?order=` opens one order's details, as the link in the receipt does, and `&design=` lists
 * that design's files first.
 */
export function MyOrdersScreen({ askYearly, below, onBuyAgain, ask, review }: MyOrdersScreenProps) {
  const state = useOrders();
  const sold = useSold();
  const yearlyLicence = useSession(({ user }) => user?.yearlyLicence);
  const [search, setSearch] = useSearchParams();
  const [pressedId, setPressedId] = useState<string | null>(null);
  const askedId = search.get('order');
  const [lastAskedId, setLastAskedId] = useState(askedId);
  if (askedId !== lastAskedId) {
    setLastAskedId(askedId);
    // A link that is followed while another order is open shows its own.
    if (askedId !== null) setPressedId(null);
  }
  const openId = pressedId ?? askedId;
  const [text, setText] = useState('');
  const close = () => {
    setPressedId(null);
    // The details were seen; a reload must not open them again.
    if (search.has('order')) setSearch({}, { replace: true });
  };
  const { orders } = state;
  const found = orders && findOrders(orders, text);
  const open: Order | undefined = orders?.find((order) => order._id === openId);
  return (
    <>
      <h1>My orders</h1>
      {yearlyLicence && <YearlyLicenceCard licence={yearlyLicence} orders={orders ?? []} />}
      <SavedNote state={state}>
        {orders && orders.length > 0 && <p>{counted(orders.length, 'order')}</p>}
      </SavedNote>
      {openId !== null && orders && !open && !state.isLoading && (
        <p className={styles.elsewhere} role="status">
          This order isn’t in this account. If you bought it with another account, sign in there to
          see it.
        </p>
      )}
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
      {orders && found && orders.length > 1 && (
        <OrderSearch text={text} onChange={setText} found={found.length} />
      )}
      {found && found.length > 0 && (
        <ul className={styles.list}>
          {found.map((order) => (
            <OrderCard
              key={order._id}
              order={order}
              onOpen={() => setPressedId(order._id)}
              onBuyAgain={onBuyAgain}
              sold={sold}
            />
          ))}
        </ul>
      )}
      {orders && <SaveCounts orders={orders} sold={sold} />}
      {orders && <DownloadSince orders={orders} />}
      {orders?.some(({ status }) => status === 'Completed') && below}
      {orders && askYearly}
      <Modal
        isOpen={open !== undefined}
        isWide
        title={open ? `Order ${open.orderNumber}` : ''}
        onClose={close}
      >
        {open && (
          <OrderDetails
            order={open}
            firstDesign={search.get('design')}
            onBuyAgain={onBuyAgain}
            sold={sold}
            ask={ask}
            review={review}
          />
        )}
      </Modal>
    </>
  );
}
