import { useShopDay } from '#api/use-shop-day.ts';
import type { Order } from '#contract/shop/order.ts';
import type { SoldView } from '#offline/views/sold-view.ts';
import { Button } from '#ui/button.tsx';
import { saveBlob } from '#ui/save-blob.ts';
import { countsCsv } from './counts-csv.ts';
import styles from './save-counts.module.css';

interface SaveCountsProps {
  readonly orders: readonly Order[];
  readonly sold: SoldView;
}

/** Saves the counts of all licences as a CSV file, also without a signal. Renders nothing while nothing is counted. */
export function SaveCounts({ orders, sold }: SaveCountsProps) {
  const csv = countsCsv(orders, sold, useShopDay());
  if (csv === null) return null;
  const save = () =>
    saveBlob(new Blob([csv], { type: 'text/csv;charset=utf-8' }), 'sold-goods.csv');
  return (
    <Button variant="quiet" className={styles.save} onClick={save}>
      Save what you counted as CSV
    </Button>
  );
}
