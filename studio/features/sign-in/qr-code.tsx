import { useMemo } from 'react';
import { encode } from 'uqr';
import styles from './sign-in.module.css';

/** The key for an authenticator, to be scanned. */
export default function QrCode({ text }: { readonly text: string }) {
  const { data, size } = useMemo(() => encode(text, { border: 3 }), [text]);
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label="The key as a QR code"
    >
      <path d={path} />
    </svg>
  );
}
