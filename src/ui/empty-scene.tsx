import type { ReactNode } from 'react';
import styles from './empty-scene.module.css';
import { PaperScene, type SceneName } from './paper-scene.tsx';

interface EmptySceneProps {
  readonly scene: SceneName;
  readonly title: string;
  readonly text?: string;
  /** The heading's level; 2 unless it is the page's own heading. */
  readonly level?: 1 | 2 | 3;
  /** One clear action. */
  readonly children?: ReactNode;
}

/** Shown when there is nothing to show: a small paper scene, an explanation and an action. */
export function EmptyScene({ scene, title, text, level = 2, children }: EmptySceneProps) {
  const Title = `h${level}` as const;
  return (
    <div className={styles.scene}>
      <PaperScene name={scene} className={styles.drawing} />
      <Title>{title}</Title>
      {text && <p className={styles.text}>{text}</p>}
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  );
}
