import { useCall } from '#api/use-call.ts';
import { useShopSettings } from '#api/use-shop-settings.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { LicenceKinds } from './licence-kinds.tsx';
import styles from './licence-screen.module.css';
import { LicenceShelf, type LicenceShelfProps } from './licence-shelf.tsx';
import { LicencesInForce } from './licences-in-force.tsx';

/** The licences explained, and a shelf of designs to buy one of. */
export function LicenceScreen({ sortMenu }: Pick<LicenceShelfProps, 'sortMenu'>) {
  const { status, data } = useCall('productsNewArrivals', {});
  const designers = useShopSettings()?.designers.map(({ name }) => name) ?? [];
  return (
    <div className={`page ${styles.screen}`}>
      <header className={styles.head}>
        <h1>Licences</h1>
        <p className={styles.lead}>
          Every design is sold under a licence. Which one you need depends on what your shop does:
          look for yourself among these four.
        </p>
      </header>
      <LicenceKinds />
      <LicencesInForce />
      {data === undefined && status !== 'rejected' ? (
        <Skeleton className={styles.waiting} />
      ) : (
        <LicenceShelf products={data?.products ?? []} designers={designers} sortMenu={sortMenu} />
      )}
    </div>
  );
}
