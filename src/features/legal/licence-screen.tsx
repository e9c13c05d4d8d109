import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useLicenceItems } from '#api/use-licence-items.ts';
import { useShopSettings } from '#api/use-shop-settings.ts';
import type { Guide } from '#contract/shop/content.ts';
import { linkedCard } from '#contract/shop/licence-card.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { CardCheck } from './card-check.tsx';
import { LicenceKinds } from './licence-kinds.tsx';
import styles from './licence-screen.module.css';
import { LicenceShelf, type LicenceShelfProps } from './licence-shelf.tsx';
import { LicencesInForce } from './licences-in-force.tsx';

interface LicenceScreenProps {
  /** Null until it is there. */
  readonly guide: Guide | null;
  /** Asks for a yearly licence. */
  readonly askYearly: ReactNode;
  readonly shelf: Omit<LicenceShelfProps, 'designers'>;
}

/** Explains the licences, with a shelf of designs to license. */
export function LicenceScreen({ guide, askYearly, shelf }: LicenceScreenProps) {
  const designers = useShopSettings()?.designers.map(({ name }) => name) ?? [];
  const isChecking = linkedCard(useLocation().hash) !== null;
  return (
    <div className={`page ${styles.screen}`}>
      <header className={styles.head}>
        <h1>Licences</h1>
        <p className={styles.lead}>{guide?.lead ?? <Skeleton />}</p>
      </header>
      {isChecking && <CardCheck />}
      <LicenceKinds kinds={guide?.kinds ?? null} items={useLicenceItems()} />
      {askYearly}
      <LicencesInForce />
      {!isChecking && <CardCheck />}
      <LicenceShelf {...shelf} designers={designers} />
    </div>
  );
}
