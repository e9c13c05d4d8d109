import styles from './progress-bar.module.css';

interface ProgressBarProps {
  readonly label: string;
  /** Undefined: under way, nobody knows how far. */
  readonly value: number | undefined;
  readonly max: number;
  /** How far it is in words; empty: by the share alone. */
  readonly text: string;
}

/** How far something long is. */
export function ProgressBar({ label, value, max, text }: ProgressBarProps) {
  return (
    <progress
      className={styles.bar}
      value={value}
      max={max}
      aria-label={label}
      aria-valuetext={text || undefined}
    />
  );
}
