import { licencePerItems } from '#contract/shop/licence-rules.ts';
import { Icon } from '#ui/icon.tsx';
import styles from './restrictions.module.css';

/** Each pair covers one topic. */
const pairs = [
  ['Sell the things you make with a design.', 'Sell or share the design as a file.'],
  ['Keep your files safe, with a copy for yourself.', 'Put them where others can take them.'],
  ['Show photographs of your work, everywhere.', 'Take the watermark off our pictures.'],
  ['Name us as the designers. It makes our day.', 'Say that you drew it, or trademark it.'],
  [
    `In wholesale and print-on-demand, buy a ${licencePerItems}.`,
    'Print on and on with one licence.',
  ],
  ['Renew a yearly licence before the year ends.', 'Sell on after it has ended.'],
] as const;

/** Dos and don'ts, side by side. */
export function Restrictions() {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">What you may do with a design, and what not</caption>
      <thead>
        <tr>
          <th scope="col">Please do</th>
          <th scope="col">Please don't</th>
        </tr>
      </thead>
      <tbody>
        {pairs.map(([good, bad]) => (
          <tr key={good}>
            <td>
              <span className={styles.cell}>
                <Icon name="check" size={20} />
                {good}
              </span>
            </td>
            <td>
              <span className={styles.cell}>
                <Icon name="close" size={20} />
                {bad}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
