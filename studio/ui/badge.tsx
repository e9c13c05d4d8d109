import type { ReactNode } from 'react';
import { joinClasses } from '#ui/join-classes.ts';
import styles from './badge.module.css';

interface BadgeProps {
  /** The colour; the text says the same. */
  readonly tone: 'good' | 'wait' | 'bad' | 'plain';
  readonly children: ReactNode;
}

/** The state of something, in a word or two. */
export function Badge({ tone, children }: BadgeProps) {
  return <span className={joinClasses(styles.badge, styles[tone])}>{children}</span>;
}
