import { useRef } from 'react';
import { counted } from '#contract/wire/counted.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';
import styles from './order-search.module.css';

interface OrderSearchProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** How many orders match. */
  readonly found: number;
}

/** Filters the list of orders as the buyer types. It searches saved orders, so it works offline. */
export function OrderSearch({ text, onChange, found }: OrderSearchProps) {
  const box = useRef<HTMLInputElement>(null);
  const isSearching = text.trim() !== '';
  return (
    <search className={styles.search}>
      <TextField
        ref={box}
        label="Search your orders"
        type="search"
        autoComplete="off"
        maxLength={200}
        value={text}
        onChange={onChange}
        hint="A design, an order number or a month"
      />
      <p className={styles.found} role="status">
        {isSearching && counted(found, 'order matches', 'orders match')}
      </p>
      {isSearching && found === 0 && (
        <Button
          variant="paper"
          onClick={() => {
            onChange('');
            box.current?.focus();
          }}
        >
          Show all orders
        </Button>
      )}
    </search>
  );
}
