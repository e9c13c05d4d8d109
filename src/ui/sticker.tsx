import type { ReactNode } from 'react';
import { joinClasses } from './join-classes.ts';
import styles from './sticker.module.css';

export interface StickerProps {
  readonly paper: 'sunshine' | 'mint' | 'sky' | 'blush' | 'lilac';
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A small label, stuck on at an angle. */
export function Sticker({ paper, className, children }: StickerProps) {
  return <span className={joinClasses(styles.sticker, styles[paper], className)}>{children}</span>;
}
