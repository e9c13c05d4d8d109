import type { ReactNode } from 'react';
import { useShopSettings } from '#api/use-shop-settings.ts';
import type { Order, OrderItem } from '#contract/shop/order.ts';
import { ownRequestPath } from '#contract/shop/own-paths.ts';
import { termsPath } from '#contract/shop/paths.ts';
import { formatUsd } from '#contract/wire/money.ts';
import type { SoldView } from '#offline/views/sold-view.ts';
import { ShopLink } from '#ui/shop-link.tsx';
import { BoughtItem } from './bought-item.tsx';
import type { BuyAgain } from './buy-again-button.tsx';
import { ChangeReceipt } from './change-receipt.tsx';
import { DownloadOrder } from './download-order.tsx';
import styles from './order-details.module.css';
import { OrderPapers } from './order-papers.tsx';
import { detailsDate, unreleasedText } from './order-presentation.ts';
import { OrderStatus } from './order-status.tsx';

interface OrderDetailsProps {
  readonly order: Order;
  /** The id of the design whose files the buyer came for; null: none. */
  readonly firstDesign: string | null;
  readonly onBuyAgain: BuyAgain;
  readonly sold: SoldView;
  /** The messages about it. */
  readonly ask: (order: Order) => ReactNode;
  /** What the account says about a design. */
  readonly review: (item: OrderItem) => ReactNode;
}

/** The contents of the details modal: everything about one order. */
export function OrderDetails({
  order,
  firstDesign,
  onBuyAgain,
  sold,
  ask,
  review,
}: OrderDetailsProps) {
  const { customerDetails, acceptedTermsVersion: accepted = '' } = order;
  const inForce = useShopSettings()?.termsVersion;
  const items = order.items.toSorted(
    (a, b) => Number(b.productId === firstDesign) - Number(a.productId === firstDesign),
  );
  const unreleased = unreleasedText(order);
  const place = [customerDetails.city, customerDetails.country].filter(Boolean).join(', ');
  const rows = [
    ['Date', detailsDate(order.createdAt)],
    ['Total', formatUsd(order.totalPrice)],
    ['Paid with', order.paymentMethod],
    ['Receipt', order.receiptNumber ?? ''],
    ['Credit note', (order.creditNotes ?? []).map(({ number }) => number).join(', ')],
    ['Ordered by', order.orderedBy ?? ''],
    ['Name', customerDetails.name],
    ['Email', order.customerEmail],
    ['Place', place],
    ['Coupon', order.couponCode ?? ''],
  ] as const;
  return (
    <div className={`stack-4 ${styles.details}`}>
      <OrderStatus order={order} />
      {order.paymentNote !== undefined && <p>{order.paymentNote}</p>}
      {unreleased !== null && <p>{unreleased}</p>}
      {order.commission && (
        <p>
          <ShopLink to={ownRequestPath(order.commission.requestId)}>
            {order.items.some(({ year }) => year) ? 'Open the request' : 'Open the custom request'}
          </ShopLink>
        </p>
      )}
      <dl className="facts">
        {rows
          .filter(([, value]) => value !== '')
          .map(([term, value]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        {accepted !== '' && (
          <div>
            <dt>Terms</dt>
            <dd>
              <ShopLink to={termsPath(accepted, inForce)}>Version {accepted}</ShopLink>
            </dd>
          </div>
        )}
      </dl>
      <OrderPapers order={order} />
      <ChangeReceipt order={order} />
      <DownloadOrder order={order} />
      <ul>
        {items.map((item) => (
          <BoughtItem
            key={item._id}
            order={order}
            item={item}
            level={3}
            hasFiles
            onBuyAgain={onBuyAgain}
            sold={sold}
          >
            {/* A design drawn for a buyer has no page that would show it. */}
            {!order.commission && review(item)}
          </BoughtItem>
        ))}
      </ul>
      {ask(order)}
    </div>
  );
}
