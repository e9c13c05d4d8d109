import { licencePerItems } from '#contract/shop/licence-rules.ts';
import { Icon } from '#ui/icon.tsx';
import styles from './restrictions.module.css';

/** Each pair covers one topic. */
const pairs = [
  ['Sell the things you make with a design.', 'Sell or share the design as a file.'],
  ['Keep your files safe, with a backup.', 'Put them where others can download them.'],
  ['Share photos of your work anywhere.', 'Remove the watermark from our pictures.'],
  ['Name us as the designers. It makes our day.', 'Claim you drew it, or trademark it.'],
  [`In wholesale and print-on-demand, buy a ${licencePerItems}.`, 'Keep printing on one licence.'],
  ['Renew a yearly licence before the year ends.', 'Keep selling after it ends.'],
] as const;

/** Dos and don'ts, side by side. */
export function Restrictions() {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">What you may and may not do with a design</caption>
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
