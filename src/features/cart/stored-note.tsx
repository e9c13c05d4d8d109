import { useSyncExternalStore } from 'react';
import { paths } from '#contract/shop/paths.ts';
import { counted } from '#contract/wire/counted.ts';
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
        {counted(count, `change by ${owner} is`, `changes by ${owner} are`)} stored on this device
        and will be sent after sign-in.
      </p>
      <LinkButton to={paths.signIn.path} state={{ from: paths.cart.path }}>
        Sign in
      </LinkButton>
    </div>
  );
}
