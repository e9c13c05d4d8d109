import { useState } from 'react';
import { shopClient } from '#api/shop-client.ts';
import { billingSchema, receiptOpenDays } from '#contract/shop/billing.ts';
import type { Order } from '#contract/shop/order.ts';
import { device } from '#offline/open-device.ts';
import { BillingFields } from '#ui/billing-fields.tsx';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';

type Receipt = NonNullable<Order['receipt']>;

/** Changes what a receipt says of its buyer, while that is possible. */
export function ChangeReceipt({ order }: { readonly order: Order }) {
  const [isOpen, setOpen] = useState(false);
  const { receipt } = order;
  if (!receipt || receipt.openUntil < new Date().toISOString()) return null;
  if (isOpen)
    return <ReceiptForm orderId={order._id} receipt={receipt} onDone={() => setOpen(false)} />;
  return (
    <Button variant="quiet" onClick={() => setOpen(true)}>
      Change company or address
    </Button>
  );
}

interface ReceiptFormProps {
  readonly orderId: string;
  readonly receipt: Receipt;
  readonly onDone: () => void;
}

function ReceiptForm({ orderId, receipt, onDone }: ReceiptFormProps) {
  const { company, address, taxId, version } = receipt;
  const form = useForm({
    schema: billingSchema,
    initial: { company, address, taxId },
    failed: 'The shop can’t be reached, so the receipt is unchanged. Please try again.',
    async send(body) {
      const changed = await shopClient.request('changeReceipt', { params: { orderId }, body });
      toast.success(
        changed.receipt?.version === version
          ? 'The receipt already says so.'
          : 'Your receipt is updated.',
      );
      onDone();
      // The order shows it at the next visit otherwise.
      await device()
        .refreshOrders()
        .catch(() => null);
    },
  });
  return (
    <form className="stack-4" onSubmit={form.submit} noValidate>
      <BillingFields field={form.field} />
      <p className="note">
        The receipt keeps its number. It can be changed for {receiptOpenDays} days after the
        payment.
      </p>
      <Button {...form.button}>{form.isSending ? 'Updating…' : 'Update receipt'}</Button>
      <Button variant="quiet" onClick={onDone}>
        Cancel
      </Button>
    </form>
  );
}
