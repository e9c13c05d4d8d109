import { useState } from 'react';
import { daysLeft, daysLeftText } from '#contract/shop/yearly-licence.ts';
import { type Buyer, buyerCalls, yearlyLicenceFormSchema } from '#contract/studio/buyers.ts';
import { settingsCalls } from '#contract/studio/settings.ts';
import { dayIn } from '#contract/wire/day-in.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast.ts';
import { request } from '../../api/studio-client.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Card } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Conflicts } from '../../ui/conflicts.tsx';
import { dayName } from '../../ui/day-name.ts';
import form from '../../ui/form.module.css';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import type { FormShape } from '../../ui/shared-draft.ts';
import { useSharedForm } from '../../ui/use-shared-form.ts';
import { nameOf } from './buyer-words.tsx';

interface YearlyLicenceProps {
  readonly buyer: Buyer;
  readonly onChanged: (buyer: Buyer) => void;
  /** Reloads what somebody else changed. Returns null if that failed. */
  readonly reload: () => Promise<Buyer | null>;
}

interface Edited {
  readonly endsOn: string | null;
}

const shape: FormShape<Edited, { readonly endsOn: string }> = {
  typedFrom: ({ endsOn }) => ({ endsOn: endsOn ?? '' }),
  editedFrom: ({ endsOn }) => ({ endsOn: endsOn || null }),
  parts: { endsOn: ['endsOn'] },
};

const words = {
  endsOn: { name: 'Valid until', text: ({ endsOn }: Edited) => (endsOn ? dayName(endsOn) : '') },
};

const endOf = ({ yearlyLicence }: Buyer): Edited => ({ endsOn: yearlyLicence?.endsOn ?? null });

/** Records until when a buyer's yearly licence is valid, as agreed by mail. */
export function YearlyLicence({ buyer, onChanged, reload }: YearlyLicenceProps) {
  const { id: buyerId } = buyer;
  /** The last day of the licence that is asked about. */
  const [removed, setRemoved] = useState<string | null>(null);
  const today = dayIn(useAnswer(settingsCalls.settings).answer?.timeZone, new Date());
  const { endsOn: saved } = endOf(buyer);

  const set = (from: string | null, endsOn: string | null) =>
    request(buyerCalls.setYearlyLicence, { params: { buyerId }, body: { from, endsOn } });

  const typed = useSharedForm<keyof Edited, Buyer, Edited>({
    schema: yearlyLicenceFormSchema,
    saved: buyer,
    editedOf: endOf,
    shape,
    words,
    save: ({ base: { endsOn: from = saved }, changes: { endsOn = saved } }) => set(from, endsOn),
    onSaved: onChanged,
    reload,
    success: 'The yearly licence is recorded.',
  });

  async function remove(from: string): Promise<void> {
    try {
      onChanged(await set(from, null));
      toast.success('The yearly licence is removed.');
    } catch (error) {
      await reload();
      throw error;
    }
  }

  return (
    <Card title="Yearly licence" text={saved === null ? 'None.' : stateOf(saved, today)}>
      <form className={form.form} onSubmit={typed.submit} noValidate>
        <LeaveGuard isDirty={typed.isDirty} />
        <TextField
          label="Valid until"
          hint="The last day. The buyer sees it in My orders, and can have a reminder."
          type="date"
          {...typed.field('endsOn')}
        />
        {typed.conflicts && <Conflicts {...typed.conflicts} />}
        <div className="line-3">
          <Button {...typed.button}>{saved === null ? 'Record' : 'Change'}</Button>
          {saved !== null && (
            <Button variant="quiet" onClick={() => setRemoved(saved)}>
              Remove…
            </Button>
          )}
        </div>
      </form>
      {removed !== null && (
        <Confirm
          title={`Remove ${nameOf(buyer)}’s yearly licence?`}
          action="Remove"
          onClose={() => setRemoved(null)}
          onConfirm={() => remove(removed)}
        >
          <p>It disappears from the buyer’s orders. The buyer isn’t e-mailed.</p>
        </Confirm>
      )}
    </Card>
  );
}

function stateOf(endsOn: string, today: string): string {
  const days = daysLeft(endsOn, today);
  const day = dayName(endsOn);
  return days < 0 ? `Ended on ${day}.` : `Valid until ${day}: ${daysLeftText(days)}.`;
}
