import { useSyncExternalStore } from 'react';
import { paths } from '#contract/shop/paths.ts';
import { device } from '#offline/open-device.ts';
import { LinkButton } from '#ui/button.tsx';
import styles from './cart-notes.module.css';

/** Shown when the shop ended a session before all changes were sent: says whose they are and how they get sent. */
export function StoredNote() {
  const stored = useSyncExternalStore(device().watchStored, device().stored);
  if (!stored) return null;
  const { owner, count } = stored;
  return (
    <div className={styles.stored} role="status">
      <p>
        {count === 1 ? `1 change of ${owner} is` : `${count} changes of ${owner} are`} stored on
        this device and will be sent after sign-in.
      </p>
      <LinkButton to={paths.signIn.path} state={{ from: paths.cart.path }}>
        Sign in
      </LinkButton>
    </div>
  );
}
