import type { Terms } from '#contract/shop/content.ts';
import { Icon } from '#ui/icon.tsx';
import { withItems } from './marked-text.tsx';
import styles from './restrictions.module.css';

/** Dos and don'ts, side by side. */
export function Restrictions({ pairs }: { readonly pairs: Terms['restrictions'] }) {
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
        {pairs.map(({ good, bad }) => (
          <tr key={good}>
            <td>
              <span className={styles.cell}>
                <Icon name="check" size={20} />
                {withItems(good)}
              </span>
            </td>
            <td>
              <span className={styles.cell}>
                <Icon name="close" size={20} />
                {withItems(bad)}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
