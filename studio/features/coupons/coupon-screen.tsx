import { useState } from 'react';
import { useParams } from 'react-router';
import { discountOf } from '#contract/shop/coupon-words.ts';
import { couponCalls, type StudioCoupon } from '#contract/studio/coupons.ts';
import { messageOf } from '#contract/wire/api-error.ts';
import { Button } from '#ui/button.tsx';
import { Switch } from '#ui/switch.tsx';
import { toast } from '#ui/toast.ts';
import { request } from '../../api/studio-client.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Answered } from '../../ui/answered.tsx';
import { Card } from '../../ui/card.tsx';
import { Conflicts } from '../../ui/conflicts.tsx';
import styles from '../../ui/form.module.css';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { Page } from '../../ui/page.tsx';
import parts from '../../ui/parts.module.css';
import { useSharedForm } from '../../ui/use-shared-form.ts';
import { CouponLink } from './coupon-link.tsx';
import { limitFormSchema, limitShape, limitsOf } from './coupon-values.ts';
import { CouponStateBadge, limitWords, rulesOf, usesOf } from './coupon-words.tsx';
import { LimitFields } from './limit-fields.tsx';

/** One coupon: its state, switch, dates and limits. */
export default function CouponScreen() {
  const { id = '' } = useParams();
  const coupon = useAnswer(couponCalls.coupon, { params: { id } });
  return (
    <Page title={coupon.answer?.code ?? 'Coupon'} back={{ to: '/coupons', label: 'All coupons' }}>
      <Answered of={coupon}>
        {(answer) => (
          <div className={parts.halves}>
            <div className={parts.parts}>
              <Standing coupon={answer} onChanged={coupon.set} />
              <CouponLink coupon={answer} />
            </div>
            <LimitsForm coupon={answer} onChanged={coupon.set} reload={coupon.fetchLatest} />
          </div>
        )}
      </Answered>
    </Page>
  );
}

interface PartProps {
  readonly coupon: StudioCoupon;
  readonly onChanged: (coupon: StudioCoupon) => void;
}

function Standing({ coupon, onChanged }: PartProps) {
  /** The choice being sent. */
  const [sent, setSent] = useState<boolean | null>(null);

  async function choose(isOn: boolean): Promise<void> {
    setSent(isOn);
    try {
      const params = { id: coupon._id };
      onChanged(await request(couponCalls.switchCoupon, { params, body: { isOff: !isOn } }));
      toast.success(isOn ? `${coupon.code} is on again.` : `${coupon.code} is switched off.`);
    } catch (error) {
      toast.error(messageOf(error, 'The shop can’t be reached. Nothing was changed.'));
    } finally {
      setSent(null);
    }
  }

  return (
    <Card title={discountOf(coupon)} text={`Rules: ${rulesOf(coupon)}`}>
      <p>
        <CouponStateBadge coupon={coupon} /> used {usesOf(coupon)}, including orders being paid
        right now
      </p>
      <Switch
        isOn={sent ?? !coupon.isOff}
        aria-busy={sent !== null}
        onChange={(isOn) => {
          // One choice at a time. The switch isn't disabled, because it would lose the focus.
          if (sent === null) void choose(isOn);
        }}
      >
        Buyers can use it
      </Switch>
    </Card>
  );
}

interface LimitsFormProps extends PartProps {
  /** Reloads what somebody else changed. */
  readonly reload: () => Promise<StudioCoupon | null>;
}

function LimitsForm({ coupon, onChanged, reload }: LimitsFormProps) {
  const form = useSharedForm({
    schema: limitFormSchema,
    saved: coupon,
    editedOf: limitsOf,
    shape: limitShape,
    words: limitWords,
    save: (body) => request(couponCalls.limitCoupon, { params: { id: coupon._id }, body }),
    onSaved: onChanged,
    reload,
    success: 'Saved',
  });

  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <LeaveGuard isDirty={form.isDirty} />
      <Card title="Dates and limits" text="Leave a field empty for no limit.">
        <LimitFields field={form.field} />
        {form.conflicts && <Conflicts {...form.conflicts} />}
        <div className="line-3">
          <Button {...form.button}>{form.isSending ? 'Saving…' : 'Save'}</Button>
        </div>
      </Card>
    </form>
  );
}
