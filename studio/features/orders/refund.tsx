import { useState } from 'react';
import { orderCalls } from '#contract/studio/orders.ts';
import { formatUsd } from '#contract/wire/money.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { request } from '../../api/studio-client.ts';
import { useMayCall } from '../../api/studio-session.ts';
import { Confirm } from '../../ui/confirm.tsx';
import type { OrderPart } from './order-part.ts';

/** The server calls the provider up to three times, each with its own timeout. */
const timeoutMs = 90_000;

interface RefundProps extends OrderPart {
  /** Null: everything not refunded yet. */
  readonly itemId: string | null;
  readonly amount: number;
}

/** Refunds an amount, after a confirmation that states it. */
export function Refund({ order, itemId, amount, onChanged, onStale }: RefundProps) {
  const [isAsking, setAsking] = useState(false);
  const mayRefund = useMayCall(orderCalls.refundOrder);
  const name = order.items.find(({ id }) => id === itemId)?.productName;
  const isInReview = order.reviewReason !== null;
  if (!mayRefund) return null;
  if ((amount === 0 || order.openRefund !== null) && !isAsking) return null;

  async function give(): Promise<void> {
    try {
      const answer = await request(orderCalls.refundOrder, {
        params: { orderId: order.id },
        body: { itemId, amount },
        timeoutMs,
      });
      onChanged(answer);
      if (answer.openRefund)
        toast.blank('The payment provider hasn’t answered yet; we keep checking.');
      else toast.success(`${formatUsd(amount)} refunded. The buyer has been e-mailed.`);
    } catch (error) {
      await onStale();
      throw error;
    }
  }

  return (
    <>
      <Button variant={itemId === null ? 'paper' : 'quiet'} onClick={() => setAsking(true)}>
        Refund {formatUsd(amount)}…{name && <span className="visually-hidden"> {name}</span>}
      </Button>
      {isAsking && (
        <Confirm
          title={`Refund ${formatUsd(amount)}?`}
          action={`Refund ${formatUsd(amount)}`}
          onClose={() => setAsking(false)}
          onConfirm={give}
        >
          <p>
            It returns to the original payment method of {order.orderNumber}
            {name ? `, for ${name}` : ''}. This can’t be undone.
          </p>
          <p>{isInReview ? endOfReview : name ? endOfOne : endOfAll}</p>
        </Confirm>
      )}
    </>
  );
}

const endOfReview = 'No files are released, and the order is cancelled.';
const endOfOne = 'The licence of this design ends, and its files can no longer be downloaded.';
const endOfAll = 'The licences of all its designs end, and the files can no longer be downloaded.';
