import styles from './menu-icon.module.css';

/** One stroke each, on a 24 × 24 grid. */
const drawings = {
  sun: 'M12 8.2a3.8 3.8 0 1 1-.1 7.6 3.8 3.8 0 0 1 .1-7.6ZM12 3v1.7M12 19.3V21M3 12h1.7M19.3 12H21M5.6 5.6l1.3 1.3M17.1 17.1l1.3 1.3M18.4 5.6l-1.3 1.3M6.9 17.1l-1.3 1.3',
  patches:
    'M4.4 4.6h6.2v6.2H4.4ZM13.4 4.4h6.2v6.2h-6.2ZM4.5 13.4h6.2v6.2H4.5ZM13.3 13.3h6.3v6.2h-6.3Z',
  folder:
    'M3.8 18.3V6.7a1.3 1.3 0 0 1 1.3-1.3h4.2l2.3 2.4h7.3a1.3 1.3 0 0 1 1.3 1.3v9.2a1.3 1.3 0 0 1-1.3 1.3H5.1a1.3 1.3 0 0 1-1.3-1.3Z',
  receipt: 'M6.2 3.9h11.6v16.3l-2.9-2-2.9 2-2.9-2-2.9 2ZM9.2 8.5h5.6M9.2 12.3h5.6',
  user: 'M12 4.2a3.9 3.9 0 1 1-.1 7.8 3.9 3.9 0 0 1 .1-7.8ZM4.6 20.2c.6-4 3.6-5.8 7.4-5.8s6.9 1.8 7.4 5.8',
  people:
    'M9 5.2a3.2 3.2 0 1 1-.1 6.4A3.2 3.2 0 0 1 9 5.2ZM2.9 19c.4-3.4 2.9-4.9 6.1-4.9s5.7 1.5 6.1 4.9M15.4 5.6a3 3 0 0 1 .2 5.8M17.4 14.4c2.1.6 3.4 2.1 3.7 4.6',
  pencil:
    'M4.6 19.4l1-4.3L15.9 4.8a1.8 1.8 0 0 1 2.5 0l.8.8a1.8 1.8 0 0 1 0 2.5L8.9 18.4ZM14 6.8l3.2 3.2',
  tag: 'M4.2 5.5l7.3-.9 8.3 8.3a1.4 1.4 0 0 1 0 2l-5.1 5.1a1.4 1.4 0 0 1-2 0L4.4 11.7ZM8.4 8.6v.2',
  picture: 'M4.2 5h15.6v14.1H4.2ZM4.6 16.2l4.2-4.4 3.4 3.4 2.6-2.4 4.8 4.2M15.4 8.8v.2',
  lines: 'M4.4 6.2h15.2M4.6 10.1h9.6M4.4 14h15M4.6 17.9h7.2',
  tray: 'M12 4v9.6M8 9.9l4 4 4-4M4.2 14.6v3.8a1.4 1.4 0 0 0 1.4 1.4h12.8a1.4 1.4 0 0 0 1.4-1.4v-3.8',
  page: 'M6.3 3.9h7.4l4.1 4.1v12.2H6.3ZM13.6 4.1v4.1h4M9.2 12.4h5.6M9.2 16h5.6',
  lens: 'M10.6 4.2a6.4 6.4 0 1 1-.2 12.8 6.4 6.4 0 0 1 .2-12.8ZM15.4 15.5l4.8 4.6',
  sliders: 'M4 7.4h8.2M17.2 7.4H20M14.7 5.2v4.4M4 16.6h2.8M11.8 16.6H20M9.3 14.4V19',
  drum: 'M5 6.6c0-1.6 3.1-2.8 7-2.8s7 1.2 7 2.8-3.1 2.8-7 2.8-7-1.2-7-2.8ZM5 6.6v10.8c0 1.6 3.1 2.8 7 2.8s7-1.2 7-2.8V6.6M5 12c0 1.6 3.1 2.8 7 2.8s7-1.2 7-2.8',
  bell: 'M6.2 16.8V11a5.8 5.8 0 0 1 11.6 0v5.8l1.6 1.4H4.6ZM12 5.2V3.6M10 20.6h4',
  clock: 'M12 4a8 8 0 1 1-.1 16A8 8 0 0 1 12 4ZM12 7.6v4.7l3.1 1.9',
  bag: 'M5.6 8.6h12.8l1 10.4a1.6 1.6 0 0 1-1.6 1.7H6.3A1.6 1.6 0 0 1 4.7 19ZM8.7 11V7.4a3.3 3.3 0 0 1 6.6 0V11',
} as const;

export type MenuIconName = keyof typeof drawings;

/** Icons next to the names in the studio's menu; the shop's code contains none of them. */
export function MenuIcon({ name }: { readonly name: MenuIconName }) {
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={drawings[name]} />
    </svg>
  );
}
