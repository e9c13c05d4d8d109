import { useState } from 'react';
import { formatUsd } from '#contract/wire/money.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { request } from '../../api/studio-client.ts';
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
  const name = order.items.find(({ id }) => id === itemId)?.productName;
  const isInReview = order.reviewReason !== null;
  if ((amount === 0 || order.openRefund !== null) && !isAsking) return null;

  async function give(): Promise<void> {
    try {
      const answer = await request('refundOrder', {
        params: { orderId: order.id },
        body: { itemId, amount },
        timeoutMs,
      });
      onChanged(answer);
      if (answer.openRefund) toast.blank('The provider has not answered yet and is asked again.');
      else toast.success(`${formatUsd(amount)} went back, and the buyer is told by mail.`);
    } catch (error) {
      await onStale();
      throw error;
    }
  }

  return (
    <>
      <Button variant={itemId === null ? 'paper' : 'quiet'} onClick={() => setAsking(true)}>
        {isInReview ? 'Give back' : 'Refund'} {formatUsd(amount)}…
        {name && <span className="visually-hidden"> {name}</span>}
      </Button>
      {isAsking && (
        <Confirm
          title={`Give ${formatUsd(amount)} back?`}
          action={`Give ${formatUsd(amount)} back`}
          onClose={() => setAsking(false)}
          onConfirm={give}
        >
          <p>
            It goes the way it came, to who paid {order.orderNumber}
            {name ? `, for ${name}` : ''}. This cannot be undone.
          </p>
          <p>{isInReview ? endOfReview : name ? endOfOne : endOfAll}</p>
        </Confirm>
      )}
    </>
  );
}

const endOfReview = 'Nothing is granted, and the order is void.';
const endOfOne = 'The licence of this design ends, and its files can no longer be fetched.';
const endOfAll = 'The licences of all its designs end, and the files can no longer be fetched.';
