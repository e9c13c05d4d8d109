import type { Terms } from '#contract/shop/content.ts';
import { withItems } from '#contract/shop/licence-rules.ts';
import { Icon } from '#ui/icon.tsx';
import styles from './restrictions.module.css';

interface RestrictionsProps {
  readonly pairs: Terms['restrictions'];
  /** How many items a licence covers. */
  readonly items: number;
}

/** Dos and don'ts, side by side. */
export function Restrictions({ pairs, items }: RestrictionsProps) {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">What you may and may not do with a design</caption>
      <thead>
        <tr>
          <th scope="col">Please do</th>
          <th scope="col">Please don’t</th>
        </tr>
      </thead>
      <tbody>
        {pairs.map(({ good, bad }) => (
          <tr key={good}>
            <td>
              <span className={styles.cell}>
                <Icon name="check" size={20} />
                {withItems(good, items)}
              </span>
            </td>
            <td>
              <span className={styles.cell}>
                <Icon name="close" size={20} />
                {withItems(bad, items)}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
