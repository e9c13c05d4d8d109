import { useState } from 'react';
import { formatUsd } from '#contract/wire/money.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { request } from '../../api/studio-client.ts';
import { Card } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import form from '../../ui/form.module.css';
import type { OrderPart } from './order-part.ts';
import { Refund } from './refund.tsx';

/** The server first asks the provider, with its own timeout, whether money was refunded meanwhile. */
const timeoutMs = 45_000;

interface ReviewProps extends OrderPart {
  readonly reason: string;
}

/** What is wrong with an order, and the ways to resolve it. */
export function Review({ reason, ...part }: ReviewProps) {
  const { order, onChanged, onStale } = part;
  const [asked, setAsked] = useState<'grant' | 'void' | null>(null);
  const taken =
    order.captured === null
      ? 'As far as is known, the provider took nothing in dollars for it.'
      : `The provider took ${formatUsd(order.captured)}; the order is over ${formatUsd(order.totalPrice)}.`;

  async function end(decision: 'grant' | 'void'): Promise<void> {
    try {
      const params = { orderId: order.id };
      onChanged(await request('endReview', { params, body: { decision }, timeoutMs }));
      toast.success(
        decision === 'grant'
          ? `${order.orderNumber} is paid; its buyer has the files and a receipt.`
          : `${order.orderNumber} is void.`,
      );
    } catch (error) {
      await onStale();
      throw error;
    }
  }

  return (
    <Card title="This order needs a look" text={taken}>
      <p>
        What was seen: <strong>{reason}</strong>. Nothing was granted. Look at the payment at the
        provider, then decide.
      </p>
      <div className={form.actions}>
        <Button onClick={() => setAsked('grant')}>Grant…</Button>
        <Refund {...part} itemId={null} amount={order.left} />
        <Button variant="paper" onClick={() => setAsked('void')}>
          Void…
        </Button>
      </div>
      {asked === 'grant' && (
        <Confirm
          title={`Grant ${order.orderNumber}?`}
          action="Grant"
          onClose={() => setAsked(null)}
          onConfirm={() => end('grant')}
        >
          <p>
            {taken} The buyer gets all licences, the files and a receipt over{' '}
            {formatUsd(order.totalPrice)}.
          </p>
        </Confirm>
      )}
      {asked === 'void' && (
        <Confirm
          title={`Give ${order.orderNumber} up?`}
          action="Void"
          onClose={() => setAsked(null)}
          onConfirm={() => end('void')}
        >
          <p>
            Nothing is granted, and no money moves by this.{' '}
            {order.left > 0 &&
              `${formatUsd(order.left)} stay with the provider: give them back instead, or there.`}
          </p>
        </Confirm>
      )}
    </Card>
  );
}
