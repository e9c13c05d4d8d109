import { useState } from 'react';
import type { StudioOrder } from '#contract/studio/orders.ts';
import { messageOf } from '#contract/wire/api-error.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { request } from '../../api/studio-client.ts';
import { hasBeenPaid } from './order-part.ts';

/** E-mails the receipt again. */
export function Receipt({ order }: { readonly order: StudioOrder }) {
  const [isSending, setSending] = useState(false);
  if (!hasBeenPaid(order) || order.buyer.email === '') return null;

  async function send(): Promise<void> {
    if (isSending) return;
    setSending(true);
    try {
      toast.success((await request('resendReceipt', { params: { orderId: order.id } })).message);
    } catch (error) {
      toast.error(messageOf(error, 'The shop can’t be reached. Nothing was sent.'));
    } finally {
      setSending(false);
    }
  }

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
