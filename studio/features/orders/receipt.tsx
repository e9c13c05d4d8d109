import type { StudioOrder } from '#contract/studio/orders.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { useBusy } from '#ui/use-busy.ts';
import { request } from '../../api/studio-client.ts';
import { hasBeenPaid } from './order-part.ts';

/** E-mails the receipt again. */
export function Receipt({ order }: { readonly order: StudioOrder }) {
  const [isSending, begin] = useBusy('The shop can’t be reached. Nothing was sent.');
  if (!hasBeenPaid(order) || order.buyer.email === '') return null;

  const send = () =>
    begin(async () => {
      toast.success((await request('resendReceipt', { params: { orderId: order.id } })).message);
    });

  return (
    <Button
      variant="quiet"
      aria-disabled={isSending}
      aria-busy={isSending}
      onClick={() => void send()}
    >
      Send the receipt again
    </Button>
  );
}
