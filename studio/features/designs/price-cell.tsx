import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { designCalls } from '#contract/studio/design-calls.ts';
import { designMessages, type ListedDesign } from '#contract/studio/designs.ts';
import { messageOf } from '#contract/wire/api-error.ts';
import { formatUsd, isDiscounted } from '#contract/wire/money.ts';
import { parseAmount } from '#contract/wire/parse-amount.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Modal } from '#ui/overlay.tsx';
import { toast } from '#ui/toast.ts';
import { request } from '../../api/studio-client.ts';
import { Conflicts } from '../../ui/conflicts.tsx';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { useSharedValue } from '../../ui/use-shared-value.ts';
import type { ChangedRow } from './open-rows.ts';
import styles from './price-cell.module.css';

interface PriceCellProps {
  readonly row: ListedDesign;
  /** Called when the field opens and when it closes. */
  readonly onOpen: (isOpen: boolean) => void;
  readonly onRow: (row: ChangedRow<ListedDesign>) => void;
}

const unreachable = 'The shop can’t be reached. Nothing was saved yet.';

/** A price that is edited in place: Enter saves, Escape cancels. */
export function PriceCell({ row, onOpen, onRow }: PriceCellProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const returnsFocus = useRef(false);
  const id = useId();
  useEffect(() => {
    if (typed !== null || !returnsFocus.current) return;
    returnsFocus.current = false;
    // Somebody who went on to another field while the price was saved stays there.
    const { activeElement } = document;
    if (!activeElement?.matches('input, textarea')) opener.current?.focus();
  }, [typed]);
  const { open, send, conflicts, dismiss } = useSharedValue({
    name: `Price of ${row.title}`,
    saved: row.price,
    textOf: formatUsd,
    async save(price, before) {
      const body = { from: before, price };
      onRow(await request(designCalls.setDesignPrice, { params: { id: row.id }, body }));
      toast.success(`${row.title} now costs ${formatUsd(price)}.`);
    },
    reload: showTheirs,
    onError: showError,
    onSettled: close,
  });

  /** Replaces the price in this row alone: the row may no longer be on a reloaded page, and the cell with it. */
  async function showTheirs(): Promise<object> {
    const theirs = await request(designCalls.design, { params: { id: row.id } });
    const { id, version, price, discountedPrice } = theirs;
    onRow({ id, version, price, discountedPrice });
    return theirs;
  }

  function close(): void {
    setTyped(null);
    setError(null);
    dismiss();
    onOpen(false);
    returnsFocus.current = true;
  }

  function showError(problem: unknown): void {
    dismiss();
    setError(messageOf(problem, unreachable));
  }

  async function save(text: string): Promise<void> {
    if (isSaving) return;
    const price = parseAmount(text);
    if (price === row.price) return close();
    if (!(price >= 0)) return setError(designMessages.price);
    setSaving(true);
    try {
      if (await send(price)) close();
    } catch (problem) {
      showError(problem);
    } finally {
      setSaving(false);
    }
  }

  if (typed === null) {
    return (
      <div className={styles.shown}>
        <button
          ref={opener}
          type="button"
          className={styles.price}
          aria-label={`Price of ${row.title}: ${formatUsd(row.price)}. Edit`}
          onClick={() => {
            setTyped(row.price.toFixed(2));
            open();
            onOpen(true);
          }}
        >
          {formatUsd(row.price)}
        </button>
        {isDiscounted(row.price, row.discountedPrice) && (
          <small className={styles.now}>now {formatUsd(row.discountedPrice ?? 0)}</small>
        )}
      </div>
    );
  }
  return (
    <div>
      <LeaveGuard isDirty={typed !== row.price.toFixed(2)} />
      <div className={styles.editing}>
        <input
          className={styles.input}
          aria-label={`Price of ${row.title}`}
          aria-invalid={error !== null}
          aria-describedby={`${id}-note`}
          inputMode="decimal"
          autoComplete="off"
          // biome-ignore lint/a11y/noAutofocus: it replaces the button that was just pressed
          autoFocus
          value={typed}
          onFocus={(event) => event.target.select()}
          onChange={(event) => {
            setTyped(event.target.value);
            setError(null);
            dismiss();
          }}
          onKeyDown={(event: KeyboardEvent) => {
            if (event.key === 'Enter') void save(typed);
            if (event.key === 'Escape') close();
          }}
        />
        <Button
          variant="icon"
          aria-label="Save price"
          aria-disabled={isSaving}
          onClick={() => void save(typed)}
        >
          <Icon name="check" size={20} />
        </Button>
        <Button variant="icon" aria-label="Cancel" onClick={close}>
          <Icon name="close" size={20} />
        </Button>
      </div>
      <p id={`${id}-note`} className={styles.error} aria-live="polite">
        {error}
      </p>
      <Modal title="Changed by two people" isOpen={conflicts !== null} onClose={dismiss}>
        {conflicts && <Conflicts {...conflicts} />}
      </Modal>
    </div>
  );
}
