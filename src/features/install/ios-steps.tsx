import styles from './install-hint.module.css';

const steps = [
  {
    text: 'Tap Share in Safari’s bar.',
    drawing: (
      <>
        <rect x="10" y="4" width="44" height="72" rx="8" fill="var(--card)" />
        <rect x="16" y="12" width="32" height="40" rx="3" fill="var(--mint)" />
        <path d="M10 60h44" />
        <rect x="21" y="57" width="22" height="22" rx="6" fill="var(--sunshine)" />
        <path d="M28 68v6h8v-6M32 72V61M28.5 64.5 32 61l3.5 3.5" />
      </>
    ),
  },
  {
    text: 'Choose Add to Home Screen.',
    drawing: (
      <>
        <rect x="10" y="4" width="44" height="72" rx="8" fill="var(--card)" />
        <path d="M17 16h22M17 26h16" stroke="var(--line)" />
        <rect x="5" y="36" width="54" height="20" rx="6" fill="var(--sunshine)" />
        <path d="M12 46h20" />
        <rect x="41" y="40" width="12" height="12" rx="3" />
        <path d="M47 43.5v5M44.5 46h5" />
        <path d="M17 66h20" stroke="var(--line)" />
      </>
    ),
  },
  {
    text: 'Tap Add. You’ll find the shop among your apps.',
    drawing: (
      <>
        <rect x="10" y="4" width="44" height="72" rx="8" fill="var(--sky)" />
        <g stroke="none">
          <rect x="16" y="12" width="12" height="12" rx="3.5" fill="var(--blush)" />
          <rect x="36" y="12" width="12" height="12" rx="3.5" fill="var(--lilac)" />
          <rect x="16" y="56" width="12" height="12" rx="3.5" fill="var(--mint)" />
          <rect x="36" y="56" width="12" height="12" rx="3.5" fill="var(--card)" />
        </g>
        <rect x="18" y="28" width="28" height="24" rx="6" fill="var(--paper)" />
        <g transform="translate(22 30) scale(.31)" stroke="none">
          <path d="M32 32 9 9h23a11.5 11.5 0 0 1 0 23Z" fill="var(--raspberry)" />
          <path d="M32 32 55 9v23a11.5 11.5 0 0 1-23 0Z" fill="var(--sunshine)" />
          <path d="M32 32 55 55H32a11.5 11.5 0 0 1 0-23Z" fill="var(--teal)" />
          <path d="M32 32 9 55V32a11.5 11.5 0 0 1 23 0Z" fill="var(--sky)" />
        </g>
      </>
    ),
  },
] as const;

/** Shows step by step how to add the shop to the home screen of an iPhone or iPad. */
export function IosSteps() {
  return (
    <ol className={styles.steps}>
      {steps.map(({ text, drawing }) => (
        <li key={text}>
          <svg
            viewBox="0 0 64 84"
            className={styles.step}
            fill="none"
            stroke="var(--ink)"
            strokeWidth="2.4"
            strokeLinecap="round"
            strokeLinejoin="round"
            aria-hidden="true"
            focusable="false"
          >
            {drawing}
          </svg>
          {text}
        </li>
      ))}
    </ol>
  );
}
