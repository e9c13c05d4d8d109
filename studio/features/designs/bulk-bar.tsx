import { useState } from 'react';
import { ApiError, messageOf } from '#contract/api-error.ts';
import {
  type BulkAction,
  type BulkAnswer,
  designLimits,
  designMessages,
} from '#contract/studio-designs.ts';
import { Button } from '#ui/button.tsx';
import { Modal } from '#ui/overlay.tsx';
import { TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast.ts';
import { request } from '../../api/studio-client.ts';
import styles from './bulk-bar.module.css';

interface BulkBarProps {
  readonly ids: readonly string[];
  readonly onClear: () => void;
  readonly onDone: (answer: BulkAnswer) => Promise<void>;
}

const actions: readonly { readonly action: BulkAction; readonly label: string }[] = [
  { action: 'publish', label: 'Publish' },
  { action: 'retire', label: 'Retire' },
  { action: 'favourite', label: 'Mark as favourites' },
  { action: 'unfavourite', label: 'No favourites' },
];

/** What can be done to all that is selected. */
export function BulkBar({ ids, onClear, onDone }: BulkBarProps) {
  const [isBusy, setBusy] = useState(false);
  const [isPricing, setPricing] = useState(false);

  async function act(action: BulkAction, percent?: number): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      const body = { ids: [...ids], action, ...(percent !== undefined && { percent }) };
      // Each design that is published has its files packed first.
      const answer = await request('bulkDesigns', { body, timeoutMs: 600_000 });
      setPricing(false);
      if (answer.done > 0) {
        toast.success(answer.done === 1 ? '1 design is done.' : `${answer.done} designs are done.`);
      }
      await onDone(answer);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast.error(messageOf(error, 'The shop cannot be reached. Please look at the list again.'));
    } finally {
      setBusy(false);
    }
  }

  return (
    <section className={styles.bar} aria-label="Selected designs" aria-busy={isBusy}>
      <p className={styles.count} role="status">
        {isBusy ? 'Working…' : `${ids.length} selected`}
      </p>
      <div className={styles.actions}>
        {actions.map(({ action, label }) => (
          <Button
            key={action}
            variant="paper"
            aria-disabled={isBusy}
            onClick={() => void act(action)}
          >
            {label}
          </Button>
        ))}
        <Button variant="paper" aria-disabled={isBusy} onClick={() => setPricing(true)}>
          Change prices…
        </Button>
        <Button variant="quiet" onClick={onClear}>
          Select none
        </Button>
      </div>
      <Modal
        title="Change prices"
        isOpen={isPricing}
        onClose={() => {
          if (!isBusy) setPricing(false);
        }}
      >
        <PercentForm isBusy={isBusy} onPercent={(percent) => void act('price', percent)} />
      </Modal>
    </section>
  );
}

interface PercentFormProps {
  readonly isBusy: boolean;
  readonly onPercent: (percent: number) => void;
}

function PercentForm({ isBusy, onPercent }: PercentFormProps) {
  const [text, setText] = useState('');
  const percent = /^[+-]?\d{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN;
  const { least, most } = designLimits.percent;
  const isRight = percent >= least && percent <= most && percent !== 0;
  return (
    <form
      className={styles.percent}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isRight && !isBusy) onPercent(percent);
      }}
    >
      <TextField
        label="By how many percent"
        hint="10 makes $10.00 to $11.00, -10 makes it $9.00. Discounted prices stay as they are."
        inputMode="text"
        autoComplete="off"
        required
        value={text}
        onChange={setText}
        error={text.trim() === '' || text === '-' || isRight ? undefined : designMessages.percent}
      />
      <Button type="submit" disabled={!isRight} aria-busy={isBusy}>
        {isBusy ? 'Changing…' : 'Change the prices'}
      </Button>
    </form>
  );
}
