import { useId, useState } from 'react';
import { parseAmount } from '#contract/wire/parse-amount.ts';
import styles from './price-field.module.css';

interface PriceBoxProps {
  readonly label: string;
  /** Dollars. */
  readonly price: number;
  /** Null: the box was emptied. */
  readonly onChoose: (price: number | null) => void;
}

/** A box to type a price in; the text stays as typed until Enter or blur. */
export function PriceBox({ label, price, onChoose }: PriceBoxProps) {
  const id = useId();
  const [text, setText] = useState<string | null>(null);

  function choose(): void {
    if (text === null) return;
    setText(null);
    const chosen = text.trim() === '' ? null : parseAmount(text);
    if (!Number.isNaN(chosen)) onChoose(chosen);
  }

  return (
    <div className={styles.box}>
      <label htmlFor={id}>{label}</label>
      <span className={styles.amount}>
        <span aria-hidden="true">$</span>
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          className={styles.number}
          value={text ?? String(price)}
          onChange={(event) => setText(event.target.value)}
          onBlur={choose}
          onKeyDown={(event) => {
            if (event.key === 'Enter') choose();
          }}
        />
      </span>
    </div>
  );
}
