import { useState } from 'react';
import { Navigate } from 'react-router';
import { couponCalls } from '#contract/studio/coupons.ts';
import { parseAmount } from '#contract/wire/parse-amount.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Select } from '#ui/select.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import { request } from '../../api/studio-client.ts';
import { Card } from '../../ui/card.tsx';
import styles from '../../ui/form.module.css';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { Page } from '../../ui/page.tsx';
import parts from '../../ui/parts.module.css';
import { CategoryChoice } from './category-choice.tsx';
import {
  type CouponField,
  couponFormSchema,
  limitsFrom,
  noLimits,
  skusFrom,
} from './coupon-values.ts';
import { LimitFields } from './limit-fields.tsx';

const types = [
  { value: 'percentage', label: 'Percent' },
  { value: 'fixed', label: 'Dollars' },
] as const;

/** Creates a coupon. Its discount and its designs can't be changed later. */
export default function NewCouponScreen() {
  const [isOncePerCustomer, setOncePerCustomer] = useState(false);
  const [categoryIds, setCategoryIds] = useState<readonly string[]>([]);
  const [isMade, setMade] = useState(false);
  const form = useForm<CouponField>({
    schema: couponFormSchema,
    initial: { ...noLimits, code: '', discountType: 'percentage', discountAmount: '', skus: '' },
    failed: 'The shop can’t be reached. Nothing was saved yet.',
    async send(typed) {
      const { code } = await request(couponCalls.createCoupon, {
        body: {
          code: typed.code,
          discountType: typed.discountType === 'fixed' ? 'fixed' : 'percentage',
          discountAmount: parseAmount(typed.discountAmount),
          ...limitsFrom(typed),
          isOncePerCustomer,
          skus: skusFrom(typed.skus),
          categoryIds: [...categoryIds],
        },
      });
      toast.success(`Coupon ${code} created.`);
      setMade(true);
    },
  });
  // Rendered instead of the form, so that nothing blocks the navigation.
  if (isMade) return <Navigate to="/coupons" replace />;
  return (
    <Page title="New coupon">
      <form className={parts.parts} onSubmit={form.submit} noValidate>
        <LeaveGuard isDirty={form.isDirty || isOncePerCustomer || categoryIds.length > 0} />
        <div className={parts.halves}>
          <div className={parts.parts}>
            <Card title="Coupon" text="These can’t be changed later.">
              <TextField
                label="Code"
                hint="Not case-sensitive."
                required
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                {...form.field('code')}
              />
              <div className={styles.pair}>
                <TextField
                  label="Discount"
                  required
                  inputMode="decimal"
                  autoComplete="off"
                  {...form.field('discountAmount')}
                />
                <Select label="Unit" options={types} {...form.field('discountType')} />
              </div>
              <Checkbox checked={isOncePerCustomer} onChange={setOncePerCustomer}>
                Once per buyer
              </Checkbox>
            </Card>
            <Card title="Applies to" text="Leave empty to apply to all designs.">
              <CategoryChoice chosen={categoryIds} onChange={setCategoryIds} />
              <TextArea
                label="Designs, by SKU"
                hint="Separated by commas, or one per line."
                {...form.field('skus')}
              />
            </Card>
          </div>
          <Card title="Dates and limits" text="All optional. You can change them later.">
            <LimitFields field={form.field} />
          </Card>
        </div>
        <div className="line-3">
          <Button {...form.button}>{form.isSending ? 'Saving…' : 'Create coupon'}</Button>
          <LinkButton variant="quiet" to="/coupons">
            Cancel
          </LinkButton>
        </div>
      </form>
    </Page>
  );
}
