import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useSession } from '#api/use-session.ts';
import type { OrderItem } from '#contract/shop/order.ts';
import { limits } from '#contract/wire/limits.ts';
import { device } from '#offline/open-device.ts';
import type { RefusedOp } from '#offline/outbox/rows.ts';
import { announce } from '#ui/announcer.tsx';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast.ts';
import styles from './count-sold.module.css';
import { deltaText, meterHelp } from './meter-words.ts';

const steps = [1, 5, 10] as const;

interface CountSoldProps {
  readonly item: OrderItem;
  /** How many are counted so far. */
  readonly number: number;
  /** The number in words. */
  readonly text: string;
  /** Counts of this licence that the shop refused. */
  readonly refused: readonly RefusedOp[];
}

/** The buttons that count items sold under a licence. */
export function CountSold({ item, number, text, refused }: CountSoldProps) {
  const accountId = useSession(({ user }) => user?._id ?? '');
  const [last, setLast] = useState<{ readonly opId: string; readonly delta: number } | null>(null);
  const [isOther, setOther] = useState(false);
  const hasCounted = useRef(false);
  const buttons = useRef<HTMLDivElement>(null);
  const { _id: licenceId, productId, productName: title } = item;
  useEffect(() => {
    if (hasCounted.current) announce(`${title}: ${text}`);
  }, [title, text]);
  // There is nothing to undo, also once the refusal was dismissed.
  if (last && refused.some(({ opId }) => opId === last.opId)) setLast(null);

  /** Resolves with the opId; null after saying why there is none. */
  async function count(delta: number, undoes?: string): Promise<string | null> {
    try {
      hasCounted.current = true;
      return await device().count(accountId, productId, { licenceId, title, delta, undoes });
    } catch {
      toast.error('This couldn’t be counted, because it can’t be stored here. Please try again.');
      return null;
    }
  }

  async function add(delta: number): Promise<void> {
    const opId = await count(delta);
    if (opId !== null) setLast({ opId, delta });
  }

  async function takeBack(undone: NonNullable<typeof last>): Promise<void> {
    // Its button disappears, so that a second press counts nothing.
    buttons.current?.querySelector('button')?.focus();
    setLast(null);
    if ((await count(-undone.delta, undone.opId)) === null) setLast(undone);
  }

  return (
    <fieldset className={styles.count}>
      <legend className="visually-hidden">Count items sold: {title}</legend>
      <div className="row-2" ref={buttons}>
        {steps.map((step) => (
          <Button
            key={step}
            variant="paper"
            className={styles.step}
            aria-label={`${deltaText(step)} sold`}
            onClick={() => void add(step)}
          >
            {deltaText(step)}
          </Button>
        ))}
        <Button
          variant="paper"
          className={styles.step}
          aria-expanded={isOther}
          aria-label="Other number"
          onClick={() => setOther(!isOther)}
        >
          Other
        </Button>
        {last !== null && (
          <Button variant="quiet" onClick={() => void takeBack(last)}>
            Undo {deltaText(last.delta)}
          </Button>
        )}
      </div>
      {isOther && <OtherNumber number={number} onCount={(delta) => void add(delta)} />}
      <p className="note">{meterHelp(item.licenseType)}</p>
    </fieldset>
  );
}

interface OtherNumberProps {
  readonly number: number;
  readonly onCount: (delta: number) => void;
}

/** Counts any number, or takes it off again. */
function OtherNumber({ number, onCount }: OtherNumberProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);

  function submit(sign: 1 | -1): void {
    const amount = Number(text);
    const most = sign === 1 ? limits.countedAtOnce : Math.min(number, limits.countedAtOnce);
    if (Number.isInteger(amount) && amount >= 1 && amount <= most) {
      setText('');
      setError(null);
      onCount(sign * amount);
      return;
    }
    setError(
      most === 0
        ? 'Nothing is counted yet, so nothing can be taken off.'
        : `Enter a whole number from 1 to ${most}.`,
    );
  }

  return (
    <form
      className={styles.other}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        submit(1);
      }}
    >
      <TextField
        label="How many"
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        value={text}
        error={error}
        onChange={setText}
      />
      <div className="row-2">
        <Button type="submit" variant="paper">
          Count
        </Button>
        <Button variant="quiet" onClick={() => submit(-1)}>
          Take off
        </Button>
      </div>
    </form>
  );
}
