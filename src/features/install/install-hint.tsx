import { useSyncExternalStore } from 'react';
import { useShopSettings } from '#api/use-shop-settings.ts';
import { paths } from '#contract/shop/paths.ts';
import { BrandMark } from '#ui/brand.tsx';
import { Button } from '#ui/button.tsx';
import { ShopLink } from '#ui/shop-link.tsx';
import { CarryCart } from './carry-cart.tsx';
import styles from './install-hint.module.css';
import { installMemory, isHintDue, putHintAway } from './install-memory.ts';
import { type InstallPrompt, installPrompt } from './install-prompt.ts';
import { isIosSafari } from './ios-safari.ts';
import { IosSteps } from './ios-steps.tsx';

async function install(offer: InstallPrompt): Promise<void> {
  // Asks only once, whatever the answer; the browser's menu still offers it.
  putHintAway();
  await offer.prompt();
}

/** Offers returning visitors and buyers to install the shop on the home screen, if the browser can. */
export function InstallHint() {
  const isDue = useSyncExternalStore(installMemory.subscribe, () =>
    isHintDue(installMemory.getState()),
  );
  const offer = useSyncExternalStore(installPrompt.subscribe, installPrompt.read);
  const { name, texts } = useShopSettings() ?? {};
  const isByHand = isIosSafari(navigator.userAgent, navigator.maxTouchPoints);
  if (!isDue || name === undefined || !(offer || isByHand)) return null;
  return (
    <aside className={styles.hint} aria-labelledby="install-title">
      <BrandMark look={texts} size={44} className={styles.mark} />
      <div className="stack-1">
        <h2 id="install-title" className={styles.title}>
          Add {name} to your home screen
        </h2>
        <p>
          It opens like an app and works offline.{' '}
          <ShopLink to={paths.storage.path}>See what is saved on this device</ShopLink>
        </p>
      </div>
      {!offer && (
        <>
          <IosSteps />
          <p className={styles.aside}>
            Until then Safari deletes what is saved here after 7 days without a visit.
          </p>
          <CarryCart />
        </>
      )}
      <div className={styles.buttons}>
        {offer && <Button onClick={() => void install(offer)}>Install</Button>}
        <Button variant={offer ? 'quiet' : 'primary'} onClick={putHintAway}>
          {offer ? 'Not now' : 'Got it'}
        </Button>
      </div>
    </aside>
  );
}
