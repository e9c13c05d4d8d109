import type { ReactNode } from 'react';
import styles from './account-card.module.css';
import { DoorScene } from './door-scene.tsx';

interface AccountCardProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
  /** What stands below the card: the way to the other screen. */
  readonly below?: ReactNode;
}

/** The paper that sign-up and sign-in are written on, beside the studio's door. */
export function AccountCard({ title, text, children, below }: AccountCardProps) {
  return (
    <div className={`page ${styles.layout}`}>
      <div className={styles.card}>
        <h1>{title}</h1>
        <p className={styles.text}>{text}</p>
        {children}
        {below && <p className={styles.below}>{below}</p>}
      </div>
      <DoorScene className={styles.scene} />
    </div>
  );
}
