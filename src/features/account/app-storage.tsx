import { useEffect, useState, useSyncExternalStore } from 'react';
import { device } from '#offline/open-device.ts';
import styles from './account-form.module.css';
import { AccountPart, Fact, Facts } from './account-part.tsx';
import {
  noAnswer,
  protectionText,
  type StorageAnswer,
  savedDesignsText,
  spaceText,
} from './storage-facts.ts';

async function askBrowser(): Promise<StorageAnswer> {
  // Missing on pages that came without encryption.
  const storage: StorageManager | undefined = navigator.storage;
  if (!storage) return noAnswer;
  const [isPersisted, { usage = null, quota = null }] = await Promise.all([
    storage.persisted(),
    storage.estimate(),
  ]);
  return { isPersisted, usage, quota };
}

/** What is saved on this device, as it stands: where Settings leads to (OP-10). */
export function AppStorage() {
  const cart = useSyncExternalStore(device().watchCart, device().cart);
  const wishlist = useSyncExternalStore(device().watchWishlist, device().wishlist);
  const [answer, setAnswer] = useState(noAnswer);
  useEffect(() => {
    let isShown = true;
    askBrowser().then(
      (answered) => {
        if (isShown) setAnswer(answered);
      },
      () => {
        // A browser that refuses the question says nothing.
      },
    );
    return () => {
      isShown = false;
    };
  }, []);
  return (
    <AccountPart id="app" title="App and offline storage" paper="lilac" isWide>
      <Facts>
        <Fact term="Cart on this device">{savedDesignsText(cart.lines.length, cart.isKept)}</Fact>
        <Fact term="Wishlist on this device">
          {savedDesignsText(wishlist.lines.length, wishlist.isKept)}
        </Fact>
        <Fact term="Storage">{protectionText(answer)}</Fact>
        <Fact term="Space used">{spaceText(answer)}</Fact>
      </Facts>
      <p className={styles.note}>Signing out takes what belongs to your account off this device.</p>
    </AccountPart>
  );
}
