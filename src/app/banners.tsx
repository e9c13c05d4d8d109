import { useSession } from '#api/use-session.ts';
import { useShopSettings } from '#api/use-shop-settings.ts';
import { paths } from '#contract/shop/paths.ts';
import { useArchived } from '#features/wishlist/use-archived.ts';
import { ShopLink } from '#ui/shop-link.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import styles from './banners.module.css';

const loadArchived = () => import('#features/wishlist/archived-notice.tsx');

/** Banners for everyone or for this account, shown on every page. */
export function Banners() {
  const isPractice = useShopSettings()?.payments.isPractice ?? false;
  const status = useSession((state) => state.user?.status);
  const archived = useArchived();
  // If its code doesn't load now, the next visit tries again: the designs are stored for weeks.
  const ArchivedNotice = useLoaded(loadArchived, archived > 0)?.default;
  if (!isPractice && status !== 'pending' && status !== 'rejected' && archived === 0) return null;
  return (
    <section aria-label="Notices">
      {isPractice && <p className={styles.practice}>Practice payments: no money moves</p>}
      {archived > 0 && ArchivedNotice && <ArchivedNotice count={archived} />}
      {status === 'pending' && (
        <p className={styles.waiting}>
          <strong>Your account is waiting for approval.</strong> You can fill your cart and wishlist
          now; we’ll e-mail you once it’s reviewed, usually within a day.{' '}
          <ShopLink to={paths.myAccount.path}>See my account</ShopLink>
        </p>
      )}
      {status === 'rejected' && (
        <p className={styles.waiting}>
          <strong>Your account was not approved.</strong> If you think this is a mistake, write to
          us; our addresses are in the footer.
        </p>
      )}
    </section>
  );
}
