import { useLocation } from 'react-router';
import { useCall } from '#api/use-call.ts';
import { licenseTypeNames } from '#contract/shop/account.ts';
import { LicenceWords } from './licence-words.tsx';
import styles from './licences-in-force.module.css';

/** The licence texts that apply to purchases now; the one in the URL's hash (`#FABRIC_SHOP`) is open. */
export function LicencesInForce() {
  const { hash } = useLocation();
  const { data, status } = useCall('licenceTexts', {});
  return (
    <section aria-labelledby="word-for-word">
      <div className={styles.head}>
        <h2 id="word-for-word">Word for word</h2>
        <p>The text of licences bought today. Licences you already have stay as they were.</p>
      </div>
      {data === undefined && status === 'rejected' && (
        <p role="status">
          The licence texts couldn’t be loaded. They’ll appear when the connection is back.
        </p>
      )}
      {data?.licenceTexts.map((text) => (
        <details
          key={text.licenseType}
          name="licence-text"
          className={styles.text}
          open={hash === `#${text.licenseType}`}
        >
          <summary className={styles.summary}>
            {licenseTypeNames[text.licenseType]} licence,{' '}
            <span className={styles.version}>version {text.version}</span>
          </summary>
          <LicenceWords text={text} level={3} />
        </details>
      ))}
    </section>
  );
}
