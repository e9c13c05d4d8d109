import { useState } from 'react';
import type { Keywords } from '#contract/shop/keywords.ts';
import {
  type BulkAction,
  type BulkAnswer,
  type DesignRow,
  designLimits,
  designMessages,
} from '#contract/studio/designs.ts';
import { ApiError, messageOf } from '#contract/wire/api-error.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast.ts';
import { request } from '../../api/studio-client.ts';
import { FormModal } from '../../ui/form-modal.tsx';
import styles from './bulk-bar.module.css';
import { BulkKeywords } from './bulk-keywords.tsx';

interface BulkBarProps {
  /** The selected rows, as shown. */
  readonly rows: readonly DesignRow[];
  readonly onClear: () => void;
  readonly onDone: (answer: BulkAnswer) => Promise<void>;
  /** Called when there was no answer, so the result has to be loaded. */
  readonly onUnknown: () => Promise<void>;
}

const actions: readonly { readonly action: BulkAction; readonly label: string }[] = [
  { action: 'publish', label: 'Publish' },
  { action: 'retire', label: 'Retire' },
  { action: 'favourite', label: 'Mark as favourites' },
  { action: 'unfavourite', label: 'Remove from favourites' },
];

/** The actions for all selected designs. */
export function BulkBar({ rows, onClear, onDone, onUnknown }: BulkBarProps) {
  const [isBusy, setBusy] = useState(false);
  /** The rows as they were when the price dialog opened: a second press after a lost answer changes no price twice. */
  const [priced, setPriced] = useState<readonly DesignRow[] | null>(null);
  const [isAddingKeywords, setAddingKeywords] = useState(false);

  async function act(
    seen: readonly DesignRow[],
    action: BulkAction,
    more: { readonly percent?: number; readonly keywords?: Keywords } = {},
  ) {
    if (isBusy) return;
    setBusy(true);
    try {
      const designs = seen.map(({ id, version }) => ({ id, version }));
      const body = { designs, action, ...more };
      // Publishing packs each design's files first, which takes time.
      const answer = await request('bulkDesigns', { body, timeoutMs: 600_000 });
      setPriced(null);
      setAddingKeywords(false);
      if (answer.done > 0) {
        toast.success(answer.done === 1 ? '1 design updated.' : `${answer.done} designs updated.`);
      }
      await onDone(answer);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast.error(messageOf(error, 'No response. It’s safe to try again.'));
      await onUnknown();
    } finally {
      setBusy(false);
    }
  }

  return (
    <section className={styles.bar} aria-label="Selected designs" aria-busy={isBusy}>
      <p className={styles.count} role="status">
        {isBusy ? 'Working…' : `${rows.length} selected`}
      </p>
      <div className={styles.actions}>
        {actions.map(({ action, label }) => (
          <Button
            key={action}
            variant="paper"
            aria-disabled={isBusy}
            onClick={() => void act(rows, action)}
          >
            {label}
          </Button>
        ))}
        <Button
          variant="paper"
          aria-disabled={isBusy}
          onClick={() => {
            if (!isBusy) setPriced(rows);
          }}
        >
          Change prices…
        </Button>
        <Button
          variant="paper"
          aria-disabled={isBusy}
          onClick={() => {
            if (!isBusy) setAddingKeywords(true);
          }}
        >
          Add keywords…
        </Button>
        <Button variant="quiet" onClick={onClear}>
          Clear selection
        </Button>
      </div>
      {priced && (
        <PriceModal
          count={priced.length}
          isBusy={isBusy}
          onPercent={(percent) => void act(priced, 'price', { percent })}
          onClose={() => setPriced(null)}
        />
      )}
      {isAddingKeywords && (
        <BulkKeywords
          count={rows.length}
          isBusy={isBusy}
          onKeywords={(keywords) => void act(rows, 'keywords', { keywords })}
          onClose={() => setAddingKeywords(false)}
        />
      )}
    </section>
  );
}

interface PriceModalProps {
  /** How many prices change. */
  readonly count: number;
  readonly isBusy: boolean;
  readonly onPercent: (percent: number) => void;
  readonly onClose: () => void;
}

function PriceModal({ count, isBusy, onPercent, onClose }: PriceModalProps) {
  const [text, setText] = useState('');
  const percent = /^[+-]?\d{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN;
  const { least, most } = designLimits.percent;
  const isRight = percent >= least && percent <= most && percent !== 0;
  return (
    <FormModal title="Change prices" isDirty={text !== ''} onClose={onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isRight && !isBusy) onPercent(percent);
        }}
      >
        <TextField
          label="Change by (%)"
          hint="10 changes $10.00 to $11.00, -10 to $9.00. Discounted prices stay the same."
          inputMode="text"
          autoComplete="off"
          required
          value={text}
          onChange={setText}
          error={text.trim() === '' || text === '-' || isRight ? undefined : designMessages.percent}
        />
        <Button type="submit" disabled={!isRight} aria-busy={isBusy}>
          {isBusy ? 'Changing…' : `Change ${count} ${count === 1 ? 'price' : 'prices'}`}
        </Button>
      </form>
    </FormModal>
  );
}
