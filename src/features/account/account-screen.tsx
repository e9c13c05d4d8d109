import { useSession } from '#api/use-session.ts';
import type { AccountStatus } from '#contract/shop/account.ts';
import { savedAgo } from '#ui/time-ago.ts';
import styles from './account-screen.module.css';
import { AppStorage, type AppStorageProps } from './app-storage.tsx';
import { BillingInfo } from './billing-info.tsx';
import { LicenceInfo } from './licence-info.tsx';
import { LoginInfo } from './login-info.tsx';
import { MailNews } from './mail-news.tsx';
import { PersonalInfo } from './personal-info.tsx';
import { PriceDropSetting } from './price-drop-news.tsx';
import { SavedSearches } from './saved-searches.tsx';
import { SharedAccount } from './shared-account.tsx';
import { useProfileAge } from './use-profile-age.ts';
import { YourColleagues } from './your-colleagues.tsx';
import { YourData } from './your-data.tsx';
import { YourDevices } from './your-devices.tsx';

/** What a buyer whose account is inactive can do. */
const whatToDo: Readonly<Record<Exclude<AccountStatus, 'approved'>, string>> = {
  pending:
    'We’re looking at your shop, usually within a day. We’ll e-mail you when you can pay. Is your link below right?',
  rejected:
    'We couldn’t approve your account. Correct your license type and business verification link below if they were wrong, then write to us; our addresses are in the footer.',
};

/** The account page, also open to buyers who are waiting for approval. */
export function AccountScreen({ choices }: Pick<AppStorageProps, 'choices'>) {
  const user = useSession((state) => state.user);
  const savedAt = useProfileAge();
  if (!user) return null;
  return (
    <>
      <h1>My account</h1>
      <p className={styles.saved} role="status">
        {savedAt && `${savedAgo(savedAt, Date.now())}. The shop can’t be reached for an update.`}
      </p>
      {user.status !== 'approved' && <p className={styles.inactive}>{whatToDo[user.status]}</p>}
      <div className={styles.parts}>
        <PersonalInfo user={user} />
        {user.colleague ? (
          <SharedAccount user={user} />
        ) : (
          <>
            <LicenceInfo user={user} />
            <BillingInfo user={user} />
          </>
        )}
        <LoginInfo user={user} />
        {!user.colleague && <YourColleagues user={user} />}
        <AppStorage accountId={user._id} choices={choices} />
        <YourDevices />
        {!user.colleague && <MailNews user={user} />}
        <PriceDropSetting />
        <SavedSearches />
        {!user.colleague && <YourData />}
      </div>
    </>
  );
}
