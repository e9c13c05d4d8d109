/** Drawn for the shop: round ends, slightly uneven, as if cut with small scissors. */
const drawings = {
  search: 'M10.6 4.2a6.4 6.4 0 1 1-.2 12.8 6.4 6.4 0 0 1 .2-12.8ZM15.4 15.5l4.8 4.6',
  bag: 'M5.6 8.6h12.8l1 10.4a1.6 1.6 0 0 1-1.6 1.7H6.3A1.6 1.6 0 0 1 4.7 19ZM8.7 11V7.4a3.3 3.3 0 0 1 6.6 0V11',
  heart:
    'M12 20.2S3.7 15.3 3.7 9.4A4.5 4.5 0 0 1 12 7.1a4.5 4.5 0 0 1 8.3 2.3c0 5.9-8.3 10.8-8.3 10.8Z',
  menu: 'M4.2 7.2h15.4M4.4 12.1h15.4M4.2 17h11.4',
  close: 'M6.2 6.3l11.5 11.5M17.8 6.2 6.3 17.8',
  check: 'M5 12.8l4.6 4.5L19.2 7',
  camera:
    'M4.4 7.6h3.4l1.5-2.4h5.4l1.5 2.4h3.4v11.2H4.4ZM12 9.8a3.4 3.4 0 1 1 0 6.8 3.4 3.4 0 0 1 0-6.8Z',
  exclamation: 'M12 5.2v8.2M12 18.2v.2',
  left: 'M14.6 5.4 8.2 12l6.5 6.7',
  right: 'M9.4 5.4l6.4 6.6-6.5 6.7',
  down: 'M5.4 9.4l6.6 6.4 6.7-6.5',
  up: 'M5.4 14.6 12 8.2l6.7 6.5',
  eye: 'M2.8 12.1C5 8 8.2 6 12 6s7 2 9.2 6.1C19 16 15.8 18 12 18s-7-2-9.2-5.9ZM12 9.3a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6Z',
  'eye-closed':
    'M3.2 10.2c2.2 3 5.2 4.6 8.8 4.6s6.6-1.6 8.8-4.6M6.4 13.6l-1.6 2.7M12 14.8v3.1M17.6 13.6l1.6 2.7',
  filter: 'M4 7.2h16M7 12.1h10M10 17h4',
  trash: 'M5.2 7h13.7M9.5 6.8V4.7h5v2.1M6.7 7.2l.9 12.7h8.8l.9-12.7M10.3 10.8v5.6M13.7 10.8v5.6',
  download: 'M12 4v10.6M7.3 10.4l4.7 4.7 4.7-4.7M5 19.6h14',
  pause: 'M8.6 6v12M15.4 6v12',
  play: 'M8 5.6v12.8l10-6.4Z',
  lock: 'M6.3 10.9h11.4a1.4 1.4 0 0 1 1.4 1.4v6a1.4 1.4 0 0 1-1.4 1.4H6.3a1.4 1.4 0 0 1-1.4-1.4v-6a1.4 1.4 0 0 1 1.4-1.4ZM8.3 10.6V8a3.7 3.7 0 0 1 7.4 0v2.6',
  share: 'M12 14.4V3.9M7.9 7.6 12 3.5l4.2 4.1M6.8 11.2H5.4v9.2h13.3v-9.2h-1.5',
  ruler: 'M3.4 15.6 15.6 3.4l5 5L8.4 20.6ZM7.4 11.8l2 2M10.4 8.8l2.9 2.9M13.4 5.8l2 2',
  rows: 'M4.6 4.4h14.8v6.4H4.6ZM4.6 13.4h14.8v6.4H4.6Z',
  grid: 'M4.4 4.6h6.1v6.1H4.4ZM13.5 4.4h6.1v6.1h-6.1ZM4.6 13.5h6.1v6.1H4.6ZM13.4 13.6h6.1v6.1h-6.1Z',
  columns: 'M4.4 4.6h6.4v14.8H4.4ZM13.4 4.6h6.4v14.8h-6.4Z',
  person: 'M12 4.2a4 4 0 1 1-.1 8 4 4 0 0 1 .1-8ZM4.6 20.2c.6-4 3.4-5.9 7.4-5.9s6.8 1.9 7.4 5.9',
  tag: 'M4.2 5.5l7.3-.9 8.3 8.3a1.4 1.4 0 0 1 0 2l-5.1 5.1a1.4 1.4 0 0 1-2 0L4.4 11.7ZM8.4 8.6v.2',
} as const;

export type IconName = keyof typeof drawings;

interface IconProps {
  readonly name: IconName;
  readonly size?: number;
  /** Fills the shape with the text colour, as for a saved heart. */
  readonly isFilled?: boolean;
}

/** A small icon next to a text or in a named button; never on its own. */
export function Icon({ name, size = 24, isFilled = false }: IconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={isFilled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="2.2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={drawings[name]} />
    </svg>
  );
}
