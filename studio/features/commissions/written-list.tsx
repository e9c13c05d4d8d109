import type { Written } from '#contract/studio/commissions.ts';
import { Instant } from '../../ui/instant.tsx';
import styles from './commissions-screen.module.css';

/** What staff wrote, oldest first. */
export function WrittenList({ written }: { readonly written: readonly Written[] }) {
  return (
    <ol className="stack-4">
      {written.map(({ _id, author, text, createdAt }) => (
        <li key={_id} className={styles.reply}>
          <p className="note">
            {author}, <Instant at={createdAt} />
          </p>
          <p className={styles.text}>{text}</p>
        </li>
      ))}
    </ol>
  );
}
