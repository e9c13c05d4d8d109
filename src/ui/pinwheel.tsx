import { joinClasses } from './join-classes.ts';
import styles from './pinwheel.module.css';

interface PinwheelProps {
  readonly size: number;
  readonly className?: string | undefined;
}

/** The shop's logo: a paper pinwheel that turns when its link is hovered. */
export function Pinwheel({ size, className }: PinwheelProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 64 64"
      className={joinClasses(styles.pinwheel, className)}
      aria-hidden="true"
      focusable="false"
    >
      <path d="M32 32 9 9h23a11.5 11.5 0 0 1 0 23Z" fill="var(--raspberry)" />
      <path d="M32 32 55 9v23a11.5 11.5 0 0 1-23 0Z" fill="var(--sunshine)" />
      <path d="M32 32 55 55H32a11.5 11.5 0 0 1 0-23Z" fill="var(--teal)" />
      <path d="M32 32 9 55V32a11.5 11.5 0 0 1 23 0Z" fill="var(--sky)" />
      <circle cx="32" cy="32" r="5" fill="var(--ink)" />
    </svg>
  );
}
