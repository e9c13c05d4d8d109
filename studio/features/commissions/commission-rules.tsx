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
import { request } from '../../api/studio-client.ts';
import { useMayCall } from '../../api/studio-session.ts';
import { Card } from '../../ui/card.tsx';
import { Conflicts } from '../../ui/conflicts.tsx';
import styles from '../../ui/form.module.css';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import type { FormShape } from '../../ui/shared-draft.ts';
import { useSharedForm } from '../../ui/use-shared-form.ts';

const silences = [
  { value: 'person', label: 'Ask us what to do' },
  { value: 'accepted', label: 'Count it as accepted' },
];

interface RulesTexts {
  readonly slots: string;
  readonly silence: string;
}

type RulesField = keyof RulesTexts;

const shape: FormShape<CommissionRules, RulesTexts> = {
  typedFrom: ({ slots, silence }) => ({ slots: slots?.toString() ?? '', silence }),
  editedFrom: rulesFrom,
  parts: { slots: ['slots'], silence: ['silence'] },
};

const words = {
  slots: {
    name: 'Most open requests',
    text: (rules: CommissionRules) => String(rules.slots ?? ''),
  },
  silence: {
    name: 'If a buyer never answers a delivery',
    text: ({ silence }: CommissionRules) =>
      silences.find(({ value }) => value === silence)?.label ?? silence,
  },
};

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
  /** Reloads what somebody else changed. Returns null if that failed. */
  readonly reload: () => Promise<DeskState | null>;
}

/** How many requests may be open at a time, and what follows when a buyer never answers. */
export function CommissionRulesForm({ state, onChanged, reload }: CommissionRulesFormProps) {
  const mayChange = useMayCall(commissionCalls.setCommissionRules);
  const form = useSharedForm<RulesField, DeskState, CommissionRules>({
    schema,
    saved: state,
    editedOf: ({ rules }) => rules,
    shape,
    words,
    save: (body) => request(commissionCalls.setCommissionRules, { body }),
    onSaved: onChanged,
    reload,
    success: 'Saved',
  });
  if (!mayChange) return null;
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <LeaveGuard isDirty={form.isDirty} />
      <Card title="Limits" text={`${counted(state.open, 'request')} open now.`}>
        <div className={styles.pair}>
          <TextField
            label={words.slots.name}
            hint="When so many are open, custom requests close by themselves until one ends. Empty: no limit."
            inputMode="numeric"
            autoComplete="off"
            {...form.field('slots')}
          />
          <Select
            label={words.silence.name}
            hint="They are reminded after 14 and 21 days. This follows after 28."
            options={silences}
            {...form.field('silence')}
          />
        </div>
        {form.conflicts && <Conflicts {...form.conflicts} />}
        <div className="line-3">
          <Button variant="paper" {...form.button}>
            {form.isSending ? 'Saving…' : 'Save'}
          </Button>
        </div>
      </Card>
    </form>
  );
}
