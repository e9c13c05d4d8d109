import { useState } from 'react';
import * as v from 'valibot';
import { collectionCalls } from '#contract/studio/collections.ts';
import {
  dayFieldSchema,
  type NewShopSale,
  shopSaleMessages,
  shopSaleNameSchema,
} from '#contract/studio/new-shop-sale.ts';
import { shopSaleCalls } from '#contract/studio/shop-sales.ts';
import { Button } from '#ui/button.tsx';
import { ChoiceChips } from '#ui/choice-chips.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import { request } from '../../api/studio-client.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Answered } from '../../ui/answered.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import styles from '../../ui/form.module.css';
import { FormModal } from '../../ui/form-modal.tsx';
import { CheckboxList } from './checkbox-list.tsx';
import { skusFrom } from './coupon-values.ts';

const formSchema = v.pipe(
  v.object({
    name: shopSaleNameSchema,
    percent: v.pipe(v.string(), v.trim(), v.regex(/^[1-9]\d?$/, shopSaleMessages.percent)),
    firstDay: dayFieldSchema,
    lastDay: dayFieldSchema,
    skus: v.string(),
  }),
  v.forward(
    v.check(({ firstDay, lastDay }) => firstDay <= lastDay, shopSaleMessages.order),
    ['lastDay'],
  ),
);
type Field = 'name' | 'percent' | 'firstDay' | 'lastDay' | 'skus';

const nothing = { name: '', percent: '', firstDay: '', lastDay: '', skus: '' };

const scopes = [
  { value: 'all', label: 'All designs' },
  { value: 'some', label: 'Some designs' },
] as const;

interface Planned {
  readonly sale: NewShopSale;
  /** What it would do. */
  readonly message: string;
}

interface NewSaleProps {
  readonly onPlanned: () => void;
  readonly onClose: () => void;
}

/** Plans a sale: says what it would lower before anything happens. */
export function NewSale({ onPlanned, onClose }: NewSaleProps) {
  const [scope, setScope] = useState<'all' | 'some'>('all');
  const [collectionIds, setCollectionIds] = useState<readonly string[]>([]);
  const [planned, setPlanned] = useState<Planned | null>(null);
  const form = useForm<Field>({
    schema: formSchema,
    initial: nothing,
    failed: 'The shop can’t be reached. Nothing was saved yet.',
    async send({ skus, percent, ...typed }) {
      const isForAll = scope === 'all';
      const sale = {
        ...typed,
        percent: Number(percent),
        isForAll,
        collectionIds: isForAll ? [] : [...collectionIds],
        skus: isForAll ? [] : skusFrom(skus),
      };
      setPlanned({ sale, ...(await request(shopSaleCalls.previewShopSale, { body: sale })) });
    },
  });

  async function plan(sale: NewShopSale): Promise<void> {
    const { message } = await request(shopSaleCalls.createShopSale, { body: sale });
    toast.success(message);
    onPlanned();
    onClose();
  }

  return (
    <FormModal
      title="New sale"
      isDirty={form.isDirty || scope !== 'all' || collectionIds.length > 0}
      onClose={onClose}
    >
      <form className={styles.form} onSubmit={form.submit} noValidate>
        <TextField
          label="Name"
          hint="Buyers read it above every page. A short one, such as “Winter sale”, fits on a phone."
          required
          autoComplete="off"
          {...form.field('name')}
        />
        <TextField
          label="Percent off"
          required
          inputMode="numeric"
          autoComplete="off"
          {...form.field('percent')}
        />
        <div className={styles.pair}>
          <TextField label="First day" type="date" required {...form.field('firstDay')} />
          <TextField
            label="Last day"
            hint="The whole day, in the shop’s time zone."
            type="date"
            required
            {...form.field('lastDay')}
          />
        </div>
        <ChoiceChips title="For" choices={scopes} chosen={scope} onChoose={setScope} />
        {scope === 'some' && (
          <>
            <CollectionChoice chosen={collectionIds} onChange={setCollectionIds} />
            <TextArea
              label="Designs, by SKU"
              hint="Separated by commas, or one per line."
              {...form.field('skus')}
            />
          </>
        )}
        <div className="line-3">
          <Button {...form.button}>Preview</Button>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
      {planned && (
        <Confirm
          title={`Plan ${planned.sale.name}?`}
          action="Plan the sale"
          onConfirm={() => plan(planned.sale)}
          onClose={() => setPlanned(null)}
        >
          <p>{planned.message}</p>
        </Confirm>
      )}
    </FormModal>
  );
}

interface CollectionChoiceProps {
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

function CollectionChoice(props: CollectionChoiceProps) {
  return (
    <Answered of={useAnswer(collectionCalls.collections)}>
      {({ items }) => (
        <CheckboxList
          title="Collections, with the designs they have now"
          choices={items}
          {...props}
        />
      )}
    </Answered>
  );
}
