import { useState } from 'react';
import { orderCalls, type StudioOrder } from '#contract/studio/orders.ts';
import { formatUsd } from '#contract/wire/money.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { request } from '../../api/studio-client.ts';
import { useMayCall } from '../../api/studio-session.ts';
import { Confirm } from '../../ui/confirm.tsx';
import form from '../../ui/form.module.css';
import { Instant } from '../../ui/instant.tsx';
import type { OrderPart } from './order-part.ts';

interface OpenRefundProps extends OrderPart {
  readonly refund: NonNullable<StudioOrder['openRefund']>;
}

/** A refund that the payment provider hasn't confirmed; after a day it can be marked as not made. */
export function OpenRefund({ order, refund, onChanged, onStale }: OpenRefundProps) {
  const [isAsking, setAsking] = useState(false);
  const mayClose = useMayCall(orderCalls.closeRefund);
  const amount = formatUsd(refund.amount);

  async function close(): Promise<void> {
    try {
      onChanged(await request(orderCalls.closeRefund, { params: { orderId: order.id } }));
      toast.success(`The ${amount} refund is marked as not made.`);
    } catch (error) {
      await onStale();
      throw error;
    }
  }

  return (
    <>
      <p className={form.notice} role="status">
        A {amount} refund has been pending since <Instant at={refund.createdAt} />.{' '}
        {refund.reason !== null && `${refund.reason} `}
        {refund.overdueAt === null
          ? 'The payment provider hasn’t confirmed it yet; we keep checking automatically.'
          : 'The payment provider hasn’t confirmed it for a day. Check in PayPal whether it was made. Until it is confirmed or marked as not refunded, nothing else in this order can be refunded.'}
      </p>
      {refund.overdueAt !== null && mayClose && (
        <div className="line-3">
          <Button variant="paper" onClick={() => setAsking(true)}>
            Mark as not refunded…
          </Button>
        </div>
      )}
      {isAsking && (
        <Confirm
          title={`Mark the ${amount} refund as not made?`}
          action="Mark as not refunded"
          onClose={() => setAsking(false)}
          onConfirm={close}
        >
          <p>
            First check the payment of {order.orderNumber} in PayPal. If {amount} was refunded
            there, don’t do this: the buyer would be refunded twice.
          </p>
          <p>This moves no money. You can then refund or review the order again.</p>
        </Confirm>
      )}
    </>
  );
}
