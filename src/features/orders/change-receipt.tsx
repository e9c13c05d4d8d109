import { useEffect, useRef, useState } from 'react';
import { shopClient } from '#api/shop-client.ts';
import { useIsOwner } from '#api/use-is-owner.ts';
import { billingSchema, receiptOpenDays } from '#contract/shop/billing.ts';
import type { Order } from '#contract/shop/order.ts';
import { device } from '#offline/open-device.ts';
import { BillingFields } from '#ui/billing-fields.tsx';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';

type Receipt = NonNullable<Order['receipt']>;

/** For the owner: changes what a receipt says of its buyer, while that is possible. */
export function ChangeReceipt({ order }: { readonly order: Order }) {
  const isOwner = useIsOwner();
  const [isOpen, setOpen] = useState(false);
  const hasOpened = useRef(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isOpen) hasOpened.current = true;
    else if (hasOpened.current) button.current?.focus();
  }, [isOpen]);
  const { receipt } = order;
  if (!isOwner || !receipt || receipt.openUntil < new Date().toISOString()) return null;
  if (isOpen)
    return <ReceiptForm orderId={order._id} receipt={receipt} onDone={() => setOpen(false)} />;
  return (
    <Button variant="quiet" ref={button} onClick={() => setOpen(true)}>
      Change company, address or tax ID
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
  const box = useRef<HTMLFormElement>(null);
  useEffect(() => box.current?.querySelector('input')?.focus(), []);
  const form = useForm({
    schema: billingSchema,
    initial: { company, address, taxId },
    failed:
      'The shop gave no answer, so it isn’t known whether the receipt was changed. Please try again.',
    async send(body) {
      const changed = await shopClient.request('changeReceipt', { params: { orderId }, body });
      toast.success(
        changed.receipt?.version === version
          ? 'The receipt already says so.'
          : 'Your receipt is updated.',
      );
      // The order shows it at the next visit otherwise.
      await device()
        .saveOrder(changed)
        .catch(() => null);
      onDone();
    },
  });
  return (
    <form ref={box} className="stack-4" onSubmit={form.submit} noValidate>
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
