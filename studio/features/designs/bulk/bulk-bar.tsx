import { useState } from 'react';
import type { BulkSelection } from '#contract/studio/bulk-actions.ts';
import { counted } from '#contract/wire/counted.ts';
import { Button } from '#ui/button.tsx';
import styles from './bulk-bar.module.css';
import { BulkModal } from './bulk-modal.tsx';

interface BulkBarProps {
  readonly selection: BulkSelection;
  /** How many designs that is. */
  readonly count: number;
  /** How many there are on all pages; null: all are selected, or there is only this page. */
  readonly all: number | null;
  readonly onAll: () => void;
  readonly onClear: () => void;
}

/** The actions for all selected designs. */
export function BulkBar({ selection, count, all, onAll, onClear }: BulkBarProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={styles.bar} aria-label="Selected designs">
      <p className={styles.count} role="status">
        {counted(count, 'design')} selected
      </p>
      <div className={styles.actions}>
        {all !== null && (
          <Button variant="paper" onClick={onAll}>
            Select all {all.toLocaleString('en-US')} results
          </Button>
        )}
        <Button onClick={() => setOpen(true)}>Change…</Button>
        <Button variant="quiet" onClick={onClear}>
          Clear selection
        </Button>
      </div>
      {isOpen && <BulkModal selection={selection} count={count} onClose={() => setOpen(false)} />}
    </section>
  );
}
