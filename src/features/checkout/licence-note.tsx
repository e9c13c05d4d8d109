import { licenseTypeNames } from '#contract/shop/account.ts';
import { licenceAllows } from '#contract/shop/licence-rules.ts';
import { paths } from '#contract/shop/paths.ts';
import { Icon } from '#ui/icon.tsx';
import styles from './checkout-summary.module.css';
import type { ShownLicence } from './use-shown-licence.ts';

/** The licence under which the buyer buys. Nothing for a visitor. */
export function LicenceNote({ licence }: { readonly licence: ShownLicence | null }) {
  if (!licence) return null;
  const { licenseType, version } = licence;
  return (
    <p className={styles.licence}>
      <Icon name="tag" size={20} />
      <span>
        Your licence: <strong>{licenseTypeNames[licenseType]}</strong>. {licenceAllows[licenseType]}
        <span className={styles.version}>
          {version !== undefined && (
            <a href={`${paths.licence.path}#${licenseType}`} target="_blank" rel="noreferrer">
              Read version {version}
            </a>
          )}
        </span>
      </span>
    </p>
  );
}
