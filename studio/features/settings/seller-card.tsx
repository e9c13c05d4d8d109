import * as v from 'valibot';
import { type Seller, sellerCalls, sellerFields } from '#contract/studio/seller.ts';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TextField } from '#ui/text-field.tsx';
import { request } from '../../api/studio-client.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Answered } from '../../ui/answered.tsx';
import { Card } from '../../ui/card.tsx';
import { Conflicts } from '../../ui/conflicts.tsx';
import styles from '../../ui/form.module.css';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { useSharedForm } from '../../ui/use-shared-form.ts';

/** Who sells, as receipts and credit notes say. */
export function SellerCard() {
  const seller = useAnswer(sellerCalls.seller);
  return (
    <Answered of={seller}>
      {(answer) => <SellerForm seller={answer} onSaved={seller.set} reload={seller.fetchLatest} />}
    </Answered>
  );
}

interface SellerFormProps {
  readonly seller: Seller;
  readonly onSaved: (seller: Seller) => void;
  readonly reload: () => Promise<Seller | null>;
}

const same = (seller: Seller): Seller => seller;
const shape = {
  typedFrom: same,
  editedFrom: ({ name, address, taxId }: Seller): Seller => ({ name, address, taxId }),
  parts: { name: ['name'], address: ['address'], taxId: ['taxId'] },
} as const;
const words = {
  name: { name: 'Business', text: ({ name }: Seller) => name },
  address: { name: 'Address', text: ({ address }: Seller) => address },
  taxId: { name: 'Tax ID', text: ({ taxId }: Seller) => taxId },
};

function SellerForm({ seller, onSaved, reload }: SellerFormProps) {
  const form = useSharedForm<keyof Seller, Seller, Seller>({
    schema: v.object(sellerFields),
    saved: seller,
    editedOf: same,
    shape,
    words,
    save: (body) => request(sellerCalls.saveSeller, { body }),
    onSaved,
    reload,
    success: 'Updated. New receipts say so.',
  });
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <LeaveGuard isDirty={form.isDirty} />
      <Card
        title="Receipts"
        text="Who sells, on receipts and credit notes. A receipt keeps what was saved when it was paid. The imprint shows the name and the address."
      >
        <TextField
          label="Business"
          hint="Leave empty for the shop’s name."
          autoComplete="off"
          {...form.field('name')}
        />
        <TextArea label="Address" rows={4} autoComplete="off" {...form.field('address')} />
        <TextField
          label="Tax ID"
          hint="Such as a VAT number. Leave empty if you have none."
          autoComplete="off"
          {...form.field('taxId')}
        />
        {form.conflicts && <Conflicts {...form.conflicts} />}
        <div className="line-3">
          <Button {...form.button}>{form.isSending ? 'Updating…' : 'Update receipts'}</Button>
        </div>
      </Card>
    </form>
  );
}
