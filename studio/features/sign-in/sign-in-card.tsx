import { type ReactNode, useEffect } from 'react';
import { Pinwheel } from '#ui/pinwheel.tsx';
import styles from './sign-in.module.css';

interface SignInCardProps {
  readonly title: string;
  readonly text?: string;
  readonly children: ReactNode;
}

/** The paper card that sign-in forms are on. */
export function SignInCard({ title, text, children }: SignInCardProps) {
  useEffect(() => {
    document.title = title === 'Studio' ? title : `${title} · Studio`;
  }, [title]);
  return (
    <main className={styles.door}>
      <div className={`card stack-3 ${styles.card}`}>
        <Pinwheel size={48} />
        <h1>{title}</h1>
        {text && <p className="soft">{text}</p>}
        {children}
      </div>
    </main>
  );
}
