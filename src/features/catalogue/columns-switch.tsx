import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { isOneColumn, setCardColumns } from '#ui/card-columns.ts';
import { Icon } from '#ui/icon.tsx';
import styles from './columns-switch.module.css';

/** On a phone: shows the cards in one column instead of two. */
export function ColumnsSwitch() {
  const [isOne, setOne] = useState(isOneColumn);
  return (
    <Button
      variant="icon"
      className={styles.switch}
      aria-label="One column"
      aria-pressed={isOne}
      onClick={() => {
        setCardColumns(!isOne);
        setOne(!isOne);
      }}
    >
      <Icon name={isOne ? 'columns' : 'rows'} />
    </Button>
  );
}
