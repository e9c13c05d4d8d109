import { orderCalls } from '#contract/studio/orders.ts';
import { formatUsd } from '#contract/wire/money.ts';
import { toast } from '#ui/toast.ts';
import { request } from '../../api/studio-client.ts';
import { Card } from '../../ui/card.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
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
  const taken =
    order.captured === null
      ? 'As far as we know, no payment in dollars was received.'
      : `${formatUsd(order.captured)} was received for a ${formatUsd(order.totalPrice)} order.`;

  async function end(decision: 'grant' | 'void'): Promise<void> {
    try {
      const params = { orderId: order.id };
      onChanged(await request(orderCalls.endReview, { params, body: { decision }, timeoutMs }));
      toast.success(
        decision === 'grant'
          ? `${order.orderNumber} is paid. The buyer has the files and a receipt.`
          : `${order.orderNumber} is cancelled.`,
      );
    } catch (error) {
      await onStale();
      throw error;
    }
  }

  return (
    <Card title="This order needs review" text={taken}>
      <p>
        Reason: <strong>{reason}</strong>. No files were released. Check the payment in PayPal, then
        decide.
      </p>
      <div className="line-3">
        <ConfirmButton
          label="Release files…"
          variant="primary"
          title={`Release the files of ${order.orderNumber}?`}
          action="Release files"
          onConfirm={() => end('grant')}
        >
          <p>
            {taken} The buyer gets all licences, the files and a receipt for{' '}
            {formatUsd(order.totalPrice)}.
          </p>
        </ConfirmButton>
        <Refund {...part} itemId={null} amount={order.left} />
        <ConfirmButton
          label="Cancel order…"
          variant="paper"
          title={`Cancel ${order.orderNumber}?`}
          action="Cancel order"
          onConfirm={() => end('void')}
        >
          <p>
            No files are released, and no money is moved.{' '}
            {order.left > 0 &&
              `${formatUsd(order.left)} stays in PayPal: refund it here instead, or refund it there.`}
          </p>
        </ConfirmButton>
      </div>
    </Card>
  );
}
