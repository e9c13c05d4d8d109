import { format } from 'date-fns/format';
import { parseISO } from 'date-fns/parseISO';
import type { SalesDay } from '#contract/studio/today.ts';
import { formatUsd } from '#contract/wire/money.ts';
import { Table } from '../../ui/table.tsx';
import styles from './sales-plot.module.css';

const height = 120;
const step = 10;
const barWidth = 7;
/** The minimum height of a day with sales. */
const shortest = 2;

/** A bar chart of sales per day; the table below has the same figures. */
export function SalesPlot({ days }: { readonly days: readonly SalesDay[] }) {
  const highest = Math.max(0, ...days.map(({ net }) => net));
  const hasOrders = days.some(({ orders }) => orders > 0);
  const [first] = days;
  const last = days.at(-1);
  return (
    <figure className={styles.plot}>
      <svg
        className={styles.bars}
        viewBox={`0 0 ${days.length * step} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {days.map(({ day, net }, place) => {
          const tall = net > 0 ? Math.max(shortest, (net / highest) * height) : 0;
          return (
            <rect
              key={day}
              x={place * step + (step - barWidth) / 2}
              y={height - tall}
              width={barWidth}
              height={tall}
            >
              <title>{`${dayName(day)}: ${formatUsd(net)}`}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption className={styles.ends}>
        <span>{first && dayName(first.day)}</span>
        <span>
          {highest > 0
            ? `Best day: ${formatUsd(highest)}`
            : hasOrders
              ? 'All sales were refunded.'
              : 'No sales.'}
        </span>
        <span>{last && dayName(last.day)}</span>
      </figcaption>
      <details>
        <summary className={styles.summary}>Show as table</summary>
        <Table label="Sales of the last 30 days" columns={['Day', 'Orders', 'Sales']}>
          {days.toReversed().map(({ day, orders, net }) => (
            <tr key={day}>
              <td data-label="Day">{dayName(day)}</td>
              <td data-label="Orders">{orders.toLocaleString('en-US')}</td>
              <td data-label="Sales">{formatUsd(net)}</td>
            </tr>
          ))}
        </Table>
      </details>
    </figure>
  );
}

function dayName(day: string): string {
  return format(parseISO(day), 'd MMM');
}
