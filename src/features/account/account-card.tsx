import type { ReactNode } from 'react';
import styles from './account-card.module.css';
import { SignInScene } from './sign-in-scene.tsx';

interface AccountCardProps {
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
  /** Shown below the card: the link to the other screen. */
  readonly below?: ReactNode;
}

/** The paper card that sign-up and sign-in are written on, next to the drawing of the studio's door. */
export function AccountCard({ title, text, children, below }: AccountCardProps) {
  return (
    <div className={`page ${styles.layout}`}>
      <div className={`card stack-4 ${styles.card}`}>
        <h1>{title}</h1>
        <p className="soft">{text}</p>
        {children}
        {below && <p className={styles.below}>{below}</p>}
      </div>
      <SignInScene className={styles.scene} />
    </div>
  );
}
