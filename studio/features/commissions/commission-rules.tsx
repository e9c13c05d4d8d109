import * as v from 'valibot';
import {
  type CommissionRules,
  commissionCalls,
  commissionRulesSchema,
  type DeskState,
} from '#contract/studio/commissions.ts';
import { counted } from '#contract/wire/counted.ts';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/select.tsx';
import { TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import { request } from '../../api/studio-client.ts';
import { useMayCall } from '../../api/studio-session.ts';
import { Card } from '../../ui/card.tsx';
import styles from '../../ui/form.module.css';
import { LeaveGuard } from '../../ui/leave-guard.tsx';

const silences = [
  { value: 'person', label: 'Ask us what to do' },
  { value: 'accepted', label: 'Count it as accepted' },
];

interface RulesTexts {
  readonly slots: string;
  readonly silence: string;
}

function rulesFrom({ slots, silence }: RulesTexts): CommissionRules {
  const typed = slots.trim();
  return {
    slots: typed === '' ? null : /^\d{1,9}$/.test(typed) ? Number(typed) : 0,
    silence: silence === 'accepted' ? 'accepted' : 'person',
  };
}

const schema = v.pipe(
  v.object({ slots: v.string(), silence: v.string() }),
  v.transform(rulesFrom),
  commissionRulesSchema,
);

interface CommissionRulesFormProps {
  readonly state: DeskState;
  readonly onChanged: (state: DeskState) => void;
}

/** How many requests may be open at a time, and what follows when a buyer never answers. */
export function CommissionRulesForm({ state, onChanged }: CommissionRulesFormProps) {
  const { rules, open } = state;
  const mayChange = useMayCall(commissionCalls.setCommissionRules);
  const form = useForm<keyof RulesTexts>({
    schema,
    initial: { slots: rules.slots?.toString() ?? '', silence: rules.silence },
    failed: 'The shop can’t be reached. Nothing was saved.',
    async send(typed) {
      onChanged(await request(commissionCalls.setCommissionRules, { body: rulesFrom(typed) }));
      form.fill(typed);
      toast.success('Saved');
    },
  });
  if (!mayChange) return null;
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <LeaveGuard isDirty={form.isDirty} />
      <Card title="Limits" text={`${counted(open, 'request')} open now.`}>
        <div className={styles.pair}>
          <TextField
            label="Most open requests"
            hint="When so many are open, custom requests close by themselves until one ends. Empty: no limit."
            inputMode="numeric"
            autoComplete="off"
            {...form.field('slots')}
          />
          <Select
            label="If a buyer never answers a delivery"
            hint="They are reminded after 14 and 21 days. This follows after 28."
            options={silences}
            {...form.field('silence')}
          />
        </div>
        <div className="line-3">
          <Button variant="paper" {...form.button}>
            {form.isSending ? 'Saving…' : 'Save'}
          </Button>
        </div>
      </Card>
    </form>
  );
}
