import { useEffect, useEffectEvent, useState } from 'react';
import { designTypes } from '#contract/shop/custom-request.ts';
import { type CommissionDetails, commissionCalls } from '#contract/studio/commissions.ts';
import { settingsCalls } from '#contract/studio/settings.ts';
import { ApiError } from '#contract/wire/api-error.ts';
import { dayIn } from '#contract/wire/day-in.ts';
import { formatUsd } from '#contract/wire/money.ts';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/select.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import { request } from '../../api/studio-client.ts';
import { useAnswer } from '../../api/use-answer.ts';
import styles from '../../ui/form.module.css';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import type { LetterPartProps } from './letter-part.ts';
import {
  emptyQuote,
  emptyYear,
  offerFrom,
  type QuoteField,
  quoteFormSchema,
  starters,
  textsOf,
} from './quote-values.ts';

/** Of the quote in force; 0 for none. */
const versionOf = ({ quotes: [current] }: CommissionDetails) => current?.version ?? 0;

const types = designTypes.map((value) => ({ value, label: value }));

interface QuoteFormProps extends LetterPartProps {
  /** It is sent. */
  readonly onClose: () => void;
}

/** Writes a quote, starting from the one in force, or from one that was sent to somebody else. */
export function QuoteForm({ letter, onChanged, onStale, onClose }: QuoteFormProps) {
  const { quotes, templates, designType, wants, yearAfter = null } = letter;
  const isYearly = wants === 'yearly_licence';
  const today = dayIn(useAnswer(settingsCalls.settings).answer?.timeZone, new Date());
  const [current] = quotes;
  /** The version that was seen when the form opened, or when the shop told that there is another. */
  const [replaces, setReplaces] = useState(versionOf(letter));
  /** What was typed while it was sent stays, as the beginning of another one. */
  const [isSent, setSent] = useState(false);
  const { startsOn, endsOn, ...year } = emptyYear(yearAfter, today);
  const form = useForm<QuoteField>({
    schema: quoteFormSchema(replaces),
    initial: current
      ? textsOf(current)
      : isYearly
        ? { ...year, startsOn, endsOn }
        : { ...emptyQuote, designType },
    failed: 'The shop can’t be reached. Your quote is still here.',
    async send(typed) {
      try {
        const body = offerFrom(typed, replaces);
        const answer = await request(commissionCalls.quoteRequest, {
          params: { id: letter._id },
          body,
        });
        form.settle(typed);
        setReplaces(versionOf(answer));
        setSent(true);
        onChanged(answer);
        toast.success(`Your quote is being sent to ${letter.email}.`);
      } catch (error) {
        if (error instanceof ApiError && error.code === 'CHANGED_MEANWHILE') {
          const newer = await onStale();
          if (newer) setReplaces(versionOf(newer));
        }
        throw error;
      }
    },
  });
  const isDone = isSent && !form.isSending && !form.isDirty;
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (isDone) close();
  }, [isDone]);
  const sources = [
    ...templates.map((quote) => ({
      label: `${formatUsd(quote.price)}: ${quote.included.slice(0, 60)}`,
      texts: isYearly ? { ...textsOf(quote), startsOn, endsOn } : textsOf(quote),
    })),
    ...(isYearly ? [] : starters),
  ];
  const validDays = (
    <TextField
      label="Days the quote is valid"
      required
      inputMode="numeric"
      {...form.field('validDays')}
    />
  );
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <LeaveGuard isDirty={form.isDirty} />
      {sources.length > 0 && (
        <Select
          label="Start from"
          placeholder="An empty quote, or choose one"
          options={sources.map(({ label }, place) => ({ value: String(place), label }))}
          value=""
          onChange={(place) => form.fill(sources[Number(place)]?.texts ?? {})}
        />
      )}
      <div className={styles.pair}>
        <TextField label="Price in dollars" required inputMode="decimal" {...form.field('price')} />
        {isYearly ? (
          validDays
        ) : (
          <TextField
            label="Deposit in dollars"
            hint="Paid first. Leave it empty if all is paid at once."
            inputMode="decimal"
            {...form.field('deposit')}
          />
        )}
      </div>
      {isYearly && (
        <div className={styles.pair}>
          <TextField label="First day" required type="date" {...form.field('startsOn')} />
          <TextField label="Last day" required type="date" {...form.field('endsOn')} />
        </div>
      )}
      <TextArea
        label={isYearly ? 'What it covers' : 'What is included'}
        hint={isYearly ? 'The buyer reads it with the quote.' : 'Files, sizes and formats.'}
        required
        rows={4}
        {...form.field('included')}
      />
      {!isYearly && (
        <div className={styles.pair}>
          <Select label="Design type" options={types} {...form.field('designType')} />
          <TextField
            label="Rounds of changes"
            hint="Leave it empty for as many as the buyer likes."
            inputMode="numeric"
            {...form.field('rounds')}
          />
          <TextField
            label="Days to draw"
            hint="From the payment."
            required
            inputMode="numeric"
            {...form.field('days')}
          />
          {validDays}
        </div>
      )}
      <div className="line-3">
        <Button {...form.button}>{form.isSending ? 'Sending…' : 'Send the quote'}</Button>
      </div>
    </form>
  );
}
