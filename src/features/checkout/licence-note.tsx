import { useSession } from '#api/use-session.ts';
import { licenseTypeNames } from '#contract/shop/account.ts';
import { licenceAllows } from '#contract/shop/licence-rules.ts';
import { paths } from '#contract/shop/paths.ts';
import { Icon } from '#ui/icon.tsx';
import styles from './checkout-summary.module.css';

/** The licence under which the buyer buys; undefined: its version isn't known yet. Nothing for a visitor. */
export function LicenceNote({ version }: { readonly version: string | undefined }) {
  const licenseType = useSession((state) => state.user?.licenseType);
  if (!licenseType) return null;
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
