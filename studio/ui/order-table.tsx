import { Link } from 'react-router';
import type { OrderEntry } from '#contract/studio/orders.ts';
import { formatUsd } from '#contract/wire/money.ts';
import { Badge } from './badge.tsx';
import { Instant } from './instant.tsx';
import { Table } from './table.tsx';

type PaymentState = OrderEntry['paymentState'];

const states: Readonly<Record<PaymentState, readonly ['good' | 'wait' | 'bad' | 'plain', string]>> =
  {
    none: ['plain', 'Not paid yet'],
    processing: ['wait', 'Payment pending'],
    declined: ['plain', 'Declined'],
    review: ['bad', 'Needs review'],
    paid: ['good', 'Paid'],
    'part-refunded': ['wait', 'Partly refunded'],
    refunded: ['plain', 'Refunded'],
    disputed: ['bad', 'Disputed'],
    void: ['plain', 'Cancelled'],
  };

/** The payment state of an order, and whether the buyer disputes it. */
export function PaymentBadge({
  order: { paymentState, isDisputed },
}: {
  readonly order: Pick<OrderEntry, 'paymentState' | 'isDisputed'>;
}) {
  return (
    <>
      <StateBadge state={paymentState} />
      {isDisputed && paymentState !== 'disputed' && (
        <>
          {' '}
          <StateBadge state="disputed" />
        </>
      )}
    </>
  );
}

function StateBadge({ state }: { readonly state: PaymentState }) {
  const [tone, words] = states[state];
  return <Badge tone={tone}>{words}</Badge>;
}

/** The buyer of an order, also after the account was deleted. */
export function buyerName({ name, email }: OrderEntry['buyer']): string {
  return name || email || 'Deleted account';
}

/** The buyer, and the name given at checkout if it is another: a search finds an order by both. */
function buyerNames({ buyer, customerName }: OrderEntry): string {
  const isOther = customerName !== '' && customerName !== buyer.name;
  return isOther ? `${buyerName(buyer)} (${customerName})` : buyerName(buyer);
}

interface OrderTableProps {
  readonly orders: readonly OrderEntry[];
  /** False if all orders are of one buyer. */
  readonly hasBuyer?: boolean;
}

export function OrderTable({ orders, hasBuyer = false }: OrderTableProps) {
  const columns = ['Order', 'When', ...(hasBuyer ? ['Buyer'] : []), 'Designs', 'Total', 'Status'];
  return (
    <Table label="Orders" columns={columns}>
      {orders.map((order) => (
        <tr key={order.id}>
          <td data-label="Order" data-whole>
            <Link to={`/orders/${order.id}`}>{order.orderNumber}</Link>
          </td>
          <td data-label="When">
            <Instant at={order.createdAt} />
          </td>
          {hasBuyer && (
            <td data-label="Buyer" data-free>
              {buyerNames(order)}
            </td>
          )}
          <td data-label="Designs" data-free>
            {designsOf(order.designs)}
          </td>
          <td data-label="Total">
            {formatUsd(order.totalPrice)}
            {order.refunded > 0 && ` (${formatUsd(order.refunded)} back)`}
          </td>
          <td data-label="Status">
            <PaymentBadge order={order} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

function designsOf([first = '—', ...more]: readonly string[]): string {
  return more.length === 0 ? first : `${first} and ${more.length} more`;
}
