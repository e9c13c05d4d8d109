import type { Report } from '#contract/studio/reports.ts';
import { formatUsd } from '#contract/wire/money.ts';
import { changeWords } from './change-words.ts';
import styles from './figures.module.css';

const count = (value: number) => value.toLocaleString('en-US');

/** The totals of a range, each compared with the range before. */
export function Figures({ totals, before }: Pick<Report, 'totals' | 'before'>) {
  const figures = [
    ['Sales', 'net', formatUsd],
    ['Orders', 'orders', count],
    ['Designs sold', 'sold', count],
    ['Refunded', 'refunded', formatUsd],
    ['Downloads', 'downloads', count],
  ] as const;
  return (
    <dl className={styles.figures}>
      {figures.map(([name, key, words]) => (
        <div key={key} className={styles.figure}>
          <dt>{name}</dt>
          <dd className={styles.value}>{words(totals[key])}</dd>
          <dd className="note">
            {changeWords(totals[key], before.totals[key])}
            <span className="visually-hidden"> compared with the days before</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
