import { useMemo } from 'react';
import { encode } from 'uqr';
import type * as v from 'valibot';
import type { twoStepSecretSchema } from '#contract/studio/account.ts';
import styles from './sign-in.module.css';

interface TwoStepSecretProps {
  readonly secret: v.InferOutput<typeof twoStepSecretSchema>;
}

/** The secret for an authenticator as a QR code and as text. */
export function TwoStepSecret({ secret }: TwoStepSecretProps) {
  return (
    <div className={styles.secret}>
      <QrCode text={secret.otpauthUri} />
      <div>
        <p>Scan this with your authenticator app, or enter the key:</p>
        <p>
          <code className={styles.key}>{secret.totpSecret.match(/.{1,4}/g)?.join(' ')}</code>
        </p>
        <p>
          <a href={secret.otpauthUri}>Open in an authenticator app on this device</a>
        </p>
      </div>
    </div>
  );
}

function QrCode({ text }: { readonly text: string }) {
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
