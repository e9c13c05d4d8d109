import { pagerSteps } from '#contract/wire/pager.ts';
import { Icon, type IconName } from './icon.tsx';
import styles from './pager.module.css';
import { ShopLink } from './shop-link.tsx';

interface PagerProps {
  readonly page: number;
  readonly totalPages: number;
  /** The URL of a page: numbers are links, so that Back, reload and sharing work. */
  readonly pathOf: (page: number) => string;
}

interface ArrowProps {
  readonly to: string | null;
  readonly icon: IconName;
  readonly label: string;
}

function Arrow({ to, icon, label }: ArrowProps) {
  return (
    <li>
      {to === null ? (
        <span className={`${styles.step} ${styles.off}`}>
          <Icon name={icon} />
        </span>
      ) : (
        <ShopLink className={styles.step} to={to} aria-label={label}>
          <Icon name={icon} />
        </ShopLink>
      )}
    </li>
  );
}

/** Page links; renders nothing for a single page. */
export function Pager({ page, totalPages, pathOf }: PagerProps) {
  if (totalPages <= 1) return null;
  const steps = pagerSteps(page, totalPages);
  return (
    <nav aria-label="Pages">
      <ol className={styles.steps}>
        <Arrow to={page > 1 ? pathOf(page - 1) : null} icon="left" label="Previous page" />
        {steps.map((step, index) => (
          <li key={step === 'ellipsis' ? `gap after ${steps[index - 1]}` : step}>
            {step === 'ellipsis' ? (
              <span className={styles.step} aria-hidden="true">
                …
              </span>
            ) : (
              <ShopLink
                className={styles.step}
                to={pathOf(step)}
                aria-label={`Page ${step}`}
                aria-current={step === page ? 'page' : undefined}
              >
                {step}
              </ShopLink>
            )}
          </li>
        ))}
        <Arrow to={page < totalPages ? pathOf(page + 1) : null} icon="right" label="Next page" />
      </ol>
    </nav>
  );
}
