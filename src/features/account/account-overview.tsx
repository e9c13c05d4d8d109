import { useSession } from '#api/use-session.ts';
import { licenseTypeNames } from '#contract/account.ts';
import styles from './account-overview.module.css';

/** What the shop knows of this account. */
export function AccountOverview() {
  const user = useSession((state) => state.user);
  if (!user) return null;
  const rows = [
    ['Name', `${user.firstName} ${user.lastName}`],
    ['Email', user.email],
    ['License type', licenseTypeNames[user.licenseType]],
    ['Business verification link', user.businessVerificationLink],
  ] as const;
  return (
    <>
      <h1>My account</h1>
      <dl className={styles.rows}>
        {rows.map(([term, value]) => (
          <div key={term} className={styles.row}>
            <dt className={styles.term}>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
