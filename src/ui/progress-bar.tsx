import styles from './progress-bar.module.css';

interface ProgressBarProps {
  readonly label: string;
  /** Undefined: in progress, but how far isn't known. */
  readonly value: number | undefined;
  readonly max: number;
  /** The progress in words; empty: just the percentage. */
  readonly text: string;
}

/** The progress of something that takes a while. */
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
