import type * as v from 'valibot';
import type { twoStepSecretSchema } from '#contract/studio/account.ts';
import { useLoaded } from '#ui/use-loaded.ts';
import styles from './sign-in.module.css';

const loadQrCode = () => import('#ui/qr-code.tsx');

interface TwoStepSecretProps {
  readonly secret: v.InferOutput<typeof twoStepSecretSchema>;
}

/** The secret for an authenticator as a QR code and as text. */
export function TwoStepSecret({ secret }: TwoStepSecretProps) {
  // The key as text is enough to go on.
  const QrCode = useLoaded(loadQrCode)?.default;
  return (
    <div className={styles.secret}>
      {QrCode ? (
        <QrCode text={secret.otpauthUri} label="The key as a QR code" className={styles.qr} />
      ) : (
        <div className={styles.qr} />
      )}
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
