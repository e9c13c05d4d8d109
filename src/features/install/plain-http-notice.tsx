import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import styles from './install-hint.module.css';

const key = 'plainHttpSaid';
/** For a browser without local storage: until the next document. */
let isSaid = false;

function wasSaid(): boolean {
  try {
    return isSaid || localStorage.getItem(key) !== null;
  } catch {
    return isSaid;
  }
}

function noteSaid(): void {
  isSaid = true;
  try {
    localStorage.setItem(key, 'yes');
  } catch {
    // Said again in the next document.
  }
}

/** Says once what browsers keep for https, so that nobody takes it for a fault of the shop. */
export default function PlainHttpNotice() {
  const [isDue, setDue] = useState(() => !wasSaid());
  if (!isDue) return null;
  return (
    <aside className={styles.hint} aria-labelledby="plain-http-title">
      <Icon name="exclamation" size={28} />
      <div className="stack-1">
        <h2 id="plain-http-title" className={styles.title}>
          This address isn’t https
        </h2>
        <p>
          You can look around and buy. Browsers need https for the rest: the shop without a signal,
          the app on your home screen, files kept on this device, checking licence cards,
          notifications.
        </p>
      </div>
      <div className={styles.buttons}>
        <Button
          onClick={() => {
            noteSaid();
            setDue(false);
          }}
        >
          Got it
        </Button>
      </div>
    </aside>
  );
}
