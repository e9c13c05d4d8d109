import { Link, useParams } from 'react-router';
import { orderCalls, type StudioOrder } from '#contract/studio/orders.ts';
import { formatUsd } from '#contract/wire/money.ts';
import { useMayCall } from '../../api/studio-session.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Answered } from '../../ui/answered.tsx';
import { Card } from '../../ui/card.tsx';
import { Instant } from '../../ui/instant.tsx';
import { buyerName, PaymentBadge } from '../../ui/order-table.tsx';
import { Page } from '../../ui/page.tsx';
import parts from '../../ui/parts.module.css';
import { PersonName } from '../../ui/person-name.tsx';
import { ThreadCard } from '../messages/thread-card.tsx';
import { OpenRefund } from './open-refund.tsx';
import { OrderItems } from './order-items.tsx';
import styles from './orders.module.css';
import { Papers, Receipt } from './receipt.tsx';
import { Refund } from './refund.tsx';
import { Review } from './review.tsx';

/** One order: what was paid, the possible actions, and the history of its payment. */
export default function OrderScreen() {
  const { id = '' } = useParams();
  const mayRefund = useMayCall(orderCalls.refundOrder);
  const order = useAnswer(orderCalls.order, { params: { orderId: id } });
  return (
    <Page
      title={order.answer?.orderNumber ?? 'Order'}
      back={{ to: '/orders', label: 'All orders' }}
    >
      <Answered of={order}>
        {(answer) => {
          const part = { order: answer, onChanged: order.set, onStale: order.reload };
          return (
            <div className={parts.parts}>
              {answer.reviewReason !== null && <Review {...part} reason={answer.reviewReason} />}
              <Card title="Payment">
                <Facts order={answer} />
                {answer.openRefund && <OpenRefund {...part} refund={answer.openRefund} />}
                <div className="line-3">
                  {answer.reviewReason === null && (
                    <Refund {...part} itemId={null} amount={answer.left} />
                  )}
                  <Receipt order={answer} />
                  <Papers order={answer} />
                </div>
                {!mayRefund && <p className="soft">Only an owner can refund.</p>}
                {answer.paymentState === 'paid' && answer.captured && !answer.providerCaptureId && (
                  <p className="soft">
                    It was paid without a payment provider, as the demo’s orders are, so it can’t be
                    refunded.
                  </p>
                )}
              </Card>
              <Card title="Designs">
                {answer.requestId && (
                  <p>
                    <Link to={`/customs/${answer.requestId}`}>Open the custom request</Link>
                  </p>
                )}
                <OrderItems {...part} />
              </Card>
              {answer.buyer.email !== '' && <ThreadCard kind="order" id={id} />}
              {answer.trail.length > 0 && (
                <Card title="History">
                  <Trail order={answer} />
                </Card>
              )}
            </div>
          );
        }}
      </Answered>
    </Page>
  );
}

function Facts({ order }: { readonly order: StudioOrder }) {
  const { customer, buyer } = order;
  const place = [customer.city, customer.country].filter((part) => part !== '').join(', ');
  return (
    <dl className={parts.facts}>
      <dt>Status</dt>
      <dd>
        <PaymentBadge order={order} />
      </dd>
      <dt>Ordered</dt>
      <dd>
        <Instant at={order.createdAt} />
      </dd>
      <dt>Total</dt>
      <dd>
        {formatUsd(order.totalPrice)}
        {order.couponCode !== null &&
          `, ${formatUsd(order.couponDiscount)} off with ${order.couponCode}`}
      </dd>
      <dt>Paid</dt>
      <dd>
        {order.captured === null ? 'nothing' : formatUsd(order.captured)} · {order.paymentMethod}
        {order.takenAt !== null && (
          <>
            {' · '}
            <Instant at={order.takenAt} />
          </>
        )}
      </dd>
      {order.refunded > 0 && (
        <>
          <dt>Amount refunded</dt>
          <dd>{formatUsd(order.refunded)}</dd>
        </>
      )}
      {order.receiptNumber !== null && (
        <>
          <dt>Receipt</dt>
          <dd>{order.receiptNumber}</dd>
        </>
      )}
      {order.creditNotes.length > 0 && (
        <>
          <dt>Credit note</dt>
          <dd>{order.creditNotes.map(({ number }) => number).join(', ')}</dd>
        </>
      )}
      {order.providerCaptureId !== null && (
        <>
          <dt>PayPal reference</dt>
          <dd>{order.providerCaptureId}</dd>
        </>
      )}
      {order.orderedBy !== undefined && (
        <>
          <dt>Ordered by</dt>
          <dd>{order.orderedBy}, a colleague</dd>
        </>
      )}
      <dt>Buyer</dt>
      <dd>
        {buyer.email === '' ? (
          buyerName(buyer)
        ) : (
          <Link to={`/buyers/${buyer.id}`}>{buyerName(buyer)}</Link>
        )}
      </dd>
      {customer.name !== '' && (
        <>
          <dt>At checkout</dt>
          <dd>
            {customer.name}, <PersonName name={customer.email} />
            {place !== '' && `, ${place}`}
          </dd>
        </>
      )}
    </dl>
  );
}

/** The history of the order's payment, newest first. */
function Trail({ order }: { readonly order: StudioOrder }) {
  return (
    <ol className={styles.trail}>
      {order.trail.map(({ id, at, text, tone }) => (
        <li key={id} className={styles[tone]}>
          {text}
          <Instant at={at} />
        </li>
      ))}
    </ol>
  );
}
