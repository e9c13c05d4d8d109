import { useEffect, useState } from 'react';
import { NavLink, Outlet, useLocation } from 'react-router';
import { accountCalls } from '#contract/studio/account.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { joinClasses } from '#ui/join-classes.ts';
import { Drawer } from '#ui/overlay.tsx';
import { Pinwheel } from '#ui/pinwheel.tsx';
import { toast } from '#ui/toast.ts';
import { lookAtDevice, removeThisDevice } from '../api/device-push.ts';
import { request } from '../api/studio-client.ts';
import { studioSession } from '../api/studio-session.ts';
import { PersonName } from '../ui/person-name.tsx';
import { FewRecoveryCodes } from './few-recovery-codes.tsx';
import styles from './frame.module.css';
import { menuFor } from './menu.ts';
import { MenuIcon } from './menu-icon.tsx';
import { RoleChanged } from './role-changed.tsx';
import { useBadge } from './use-badge.ts';
import { useWaiting, type Waiting } from './use-waiting.ts';

/** The studio's menu next to its screens; on a narrow screen behind a button. */
export function Frame() {
  const [isMenuOpen, setMenuOpen] = useState(false);
  const { pathname } = useLocation();
  const waiting = useWaiting();
  useBadge(waiting);
  useEffect(() => {
    lookAtDevice().catch(() => {});
  }, []);
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <header className={styles.bar}>
        <Button variant="icon" aria-label="Menu" onClick={() => setMenuOpen(true)}>
          <Icon name="menu" />
        </Button>
        <Brand />
      </header>
      <aside className={styles.side}>
        <Brand />
        <Menu waiting={waiting} />
      </aside>
      <Drawer side="left" title="Studio" isOpen={isMenuOpen} onClose={() => setMenuOpen(false)}>
        <Menu waiting={waiting} onPick={() => setMenuOpen(false)} />
      </Drawer>
      <main id="main" className={styles.main} tabIndex={-1}>
        <RoleChanged key={pathname} />
        <FewRecoveryCodes />
        <Outlet />
      </main>
    </div>
  );
}

function Brand() {
  return (
    <p className={styles.brand}>
      <Pinwheel size={32} />
      Studio
    </p>
  );
}

interface MenuProps {
  readonly waiting: Waiting | null;
  readonly onPick?: () => void;
}

function Menu({ waiting, onPick }: MenuProps) {
  const user = studioSession((state) => state.user);
  const entries = user ? menuFor(user.role) : [];
  return (
    <nav className="stack-3" aria-label="Studio">
      <ul className={styles.links}>
        {entries.map(({ path, icon, label, isApart, waiting: counted }) => (
          <li key={path} data-apart={isApart}>
            <NavLink className={styles.link ?? ''} to={path} {...(onPick && { onClick: onPick })}>
              <MenuIcon name={icon} />
              {label}
              {counted && <Count count={waiting?.[counted] ?? 0} />}
            </NavLink>
          </li>
        ))}
      </ul>
      <div className={styles.person}>
        <NavLink
          className={joinClasses(styles.link, styles.account)}
          to="/account"
          {...(onPick && { onClick: onPick })}
        >
          <MenuIcon name="user" />
          <span>
            <span className="visually-hidden">Your account: </span>
            <PersonName name={user?.name || user?.email || ''} />
          </span>
        </NavLink>
        <a className={styles.link} href="/">
          <MenuIcon name="bag" />
          View shop
        </a>
        <Button variant="quiet" onClick={() => void leave()}>
          Sign out
        </Button>
      </div>
    </nav>
  );
}

function Count({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return (
    <span className={styles.count}>
      {count > 999 ? '999+' : count}
      <span className="visually-hidden"> waiting</span>
    </span>
  );
}

async function leave(): Promise<void> {
  try {
    // The next user of this browser must not see these notifications.
    await removeThisDevice();
    await request(accountCalls.signOut);
    location.assign('/studio/');
  } catch {
    toast.error('The shop can’t be reached, so you’re still signed in. Please try again.');
  }
}
