import { useState } from 'react';
import { daysLeft, daysLeftText } from '#contract/shop/yearly-licence.ts';
import { type Buyer, buyerCalls, yearlyLicenceFormSchema } from '#contract/studio/buyers.ts';
import { settingsCalls } from '#contract/studio/settings.ts';
import { dayIn } from '#contract/wire/day-in.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import { request } from '../../api/studio-client.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Card } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { dayName } from '../../ui/day-name.ts';
import form from '../../ui/form.module.css';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { nameOf } from './buyer-words.tsx';

interface YearlyLicenceProps {
  readonly buyer: Buyer;
  readonly onChanged: (buyer: Buyer) => void;
  /** Called when somebody else may have changed it meanwhile. */
  readonly onStale: () => Promise<void>;
}

/** Records until when a buyer's yearly licence is valid, as agreed by mail. */
export function YearlyLicence({ buyer, onChanged, onStale }: YearlyLicenceProps) {
  const [isRemoving, setRemoving] = useState(false);
  const today = dayIn(useAnswer(settingsCalls.settings).answer?.timeZone, new Date());
  const from = buyer.yearlyLicence?.endsOn ?? null;

  async function set(endsOn: string | null): Promise<void> {
    try {
      const body = { from, endsOn };
      onChanged(
        await request(buyerCalls.setYearlyLicence, { params: { buyerId: buyer.id }, body }),
      );
      typed.fill({ endsOn: endsOn ?? '' });
    } catch (error) {
      await onStale();
      throw error;
    }
  }

  const typed = useForm({
    schema: yearlyLicenceFormSchema,
    initial: { endsOn: from ?? '' },
    failed: 'The shop can’t be reached. Nothing was changed.',
    async send({ endsOn }) {
      await set(endsOn);
      toast.success(`The yearly licence is valid until ${dayName(endsOn)}.`);
    },
  });
  return (
    <Card title="Yearly licence" text={from === null ? 'None.' : stateOf(from, today)}>
      <form className={form.form} onSubmit={typed.submit} noValidate>
        <LeaveGuard isDirty={typed.isDirty} />
        <TextField
          label="Valid until"
          hint="The last day. The buyer sees it in My orders, and can have a reminder."
          type="date"
          {...typed.field('endsOn')}
        />
        <div className="line-3">
          <Button {...typed.button}>{from === null ? 'Record' : 'Change'}</Button>
          {from !== null && (
            <Button variant="quiet" onClick={() => setRemoving(true)}>
              Remove…
            </Button>
          )}
        </div>
      </form>
      {isRemoving && (
        <Confirm
          title={`Remove ${nameOf(buyer)}’s yearly licence?`}
          action="Remove"
          onClose={() => setRemoving(false)}
          onConfirm={async () => {
            await set(null);
            toast.success('The yearly licence is removed.');
          }}
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
