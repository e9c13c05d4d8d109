import { practiceAccounts, practicePassword } from '#contract/shop/practice-accounts.ts';
import styles from './practice-accounts.module.css';

interface PracticeAccountsProps {
  readonly onPick: (account: { readonly email: string; readonly password: string }) => void;
}

/** The demo studio's accounts; one tap signs in. */
export function DemoAccounts({ onPick }: PracticeAccountsProps) {
  return (
    <section className={styles.practice} aria-labelledby="practice-title">
      <h2 id="practice-title" className={styles.title}>
        Practice accounts
      </h2>
      <p className={styles.note}>
        Their password is <strong>{practicePassword}</strong>. Choose one to fill in the form.
      </p>
      <ul className="stack-2">
        {practiceAccounts.map(({ email, note }) => (
          <li key={email}>
            <button
              type="button"
              className={styles.account}
              onClick={() => onPick({ email, password: practicePassword })}
            >
              <strong>{email}</strong>
              <span>{note}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
