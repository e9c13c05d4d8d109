import { useEffect } from 'react';
import { announce } from '#ui/announcer.tsx';
import { Button } from '#ui/button.tsx';
import { putOffUpdate } from './update-offer.ts';
import styles from './update-prompt.module.css';

/** Asks before a new version of the shop takes over. */
export function UpdatePrompt({ accept }: { readonly accept: () => void }) {
  useEffect(() => announce('A new version is ready'), []);
  return (
    <section className={styles.prompt} aria-label="New version">
      <span>A new version is ready</span>
      <Button onClick={accept}>Use it now</Button>
      <Button variant="quiet" onClick={putOffUpdate}>
        Later
      </Button>
    </section>
  );
}
