import { Outlet, useLocation } from 'react-router';
import { useSession } from '#api/use-session.ts';
import { paths } from '#contract/shop/paths.ts';
import { ShopLink } from '#ui/shop-link.tsx';
import styles from './dashboard-frame.module.css';

const areas = [
  { label: 'My orders', to: paths.myOrders.path, also: paths.dashboard.path },
  { label: 'My wishlist', to: paths.myWishlist.path, also: null },
  { label: 'Custom requests', to: paths.myRequests.path, also: null },
  { label: 'My account', to: paths.myAccount.path, also: null },
] as const;

/** A page below one of these is no link of its own. */
function currentOf(pathname: string, to: string, also: string | null): 'page' | 'true' | undefined {
  if (pathname === to || pathname === also) return 'page';
  return pathname.startsWith(`${to}/`) ? 'true' : undefined;
}

/** The account area with its sidebar: name, approval status and links. A visitor sees just the page. */
export default function DashboardFrame() {
  const user = useSession((state) => state.user);
  const isApproved = useSession((state) => state.approved);
  const { pathname } = useLocation();
  if (!user) return <Outlet />;
  const { firstName, lastName } = user.colleague ?? user;
  return (
    <div className={`page ${styles.area}`}>
      <aside className={`card stack-4 ${styles.side}`} aria-label="Account">
        <div className={styles.person}>
          <span className={styles.initials} aria-hidden="true">
            {firstName.slice(0, 1)}
            {lastName.slice(0, 1)}
          </span>
          <div>
            <strong>
              {firstName} {lastName}
            </strong>
            <p className={isApproved ? styles.active : styles.inactive}>
              {isApproved ? 'Active' : 'Inactive'}
            </p>
          </div>
        </div>
        <nav aria-label="Account area">
          <ul className={styles.links}>
            {areas.map(({ label, to, also }) => (
              <li key={to}>
                <ShopLink
                  className={styles.link}
                  to={to}
                  aria-current={currentOf(pathname, to, also)}
                >
                  {label}
                </ShopLink>
              </li>
            ))}
          </ul>
        </nav>
      </aside>
      <div className={styles.content}>
        <Outlet />
      </div>
    </div>
  );
}
