import { useShopSettings } from '#api/use-shop-settings.ts';
import { LicenceKinds } from './licence-kinds.tsx';
import styles from './licence-screen.module.css';
import { LicenceShelf, type LicenceShelfProps } from './licence-shelf.tsx';
import { LicencesInForce } from './licences-in-force.tsx';

/** Explains the licences, with a shelf of designs to license. */
export function LicenceScreen({ shelf }: { readonly shelf: Omit<LicenceShelfProps, 'designers'> }) {
  const designers = useShopSettings()?.designers.map(({ name }) => name) ?? [];
  return (
    <div className={`page ${styles.screen}`}>
      <header className={styles.head}>
        <h1>Licences</h1>
        <p className={styles.lead}>
          Every design is sold under a licence. Which one you need depends on what your shop does.
          Find yours below.
        </p>
      </header>
      <LicenceKinds />
      <LicencesInForce />
      <LicenceShelf {...shelf} designers={designers} />
    </div>
  );
}
