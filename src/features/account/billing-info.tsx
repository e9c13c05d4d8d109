import { useState } from 'react';
import { changeUser } from '#api/renew-user.ts';
import { shopClient } from '#api/shop-client.ts';
import { messages } from '#contract/messages/messages.ts';
import type { User } from '#contract/shop/account.ts';
import { type Billing, billingSchema, noBilling } from '#contract/shop/billing.ts';
import { BillingFields } from '#ui/billing-fields.tsx';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import styles from './account-form.module.css';
import { AccountPart, PartActions } from './account-part.tsx';

/** Company, address and tax ID for receipts of later payments. */
export function BillingInfo({ user }: { readonly user: User }) {
  const saved: Billing = user.billing ?? noBilling;
  const [known, setKnown] = useState(saved);
  const form = useForm({
    schema: billingSchema,
    initial: saved,
    failed: messages.profile.failed,
    async send(billing) {
      await shopClient.request('updateUser', { body: { billing } });
      toast.success(messages.profile.done);
      form.settle(billing);
      changeUser({ billing });
    },
  });
  if (JSON.stringify(known) !== JSON.stringify(saved)) {
    setKnown(saved);
    // Shows a change made elsewhere, unless the buyer is editing.
    if (!form.isDirty) form.fill(saved);
  }
  return (
    <AccountPart title="On your receipts" paper="sky" isWide>
      <form className={styles.form} onSubmit={form.submit} noValidate>
        <p className="note">
          Optional. A receipt you already have can be changed in its order, for 30 days. The company
          is on the licence cards of later orders too.
        </p>
        <BillingFields field={form.field} />
        <PartActions>
          <Button {...form.button}>{form.isSending ? 'UPDATING…' : 'UPDATE'}</Button>
          <Button variant="paper" onClick={() => form.fill(saved)}>
            DISCARD
          </Button>
        </PartActions>
      </form>
    </AccountPart>
  );
}
