import { useLocation } from 'react-router';
import { afterPaint } from '#ui/after-paint.ts';
import { loadAfter, useLoaded } from '#ui/use-loaded.ts';
import styles from './listing-page.module.css';

const load = loadAfter(afterPaint, () => import('#features/catalogue/save-search.tsx'));

/** The offer to save a search or a filtered listing; its place is there before its code. */
export function LateSaveSearch() {
  const isChosen = useLocation().search !== '';
  const SaveSearch = useLoaded(load, isChosen)?.default;
  return isChosen && <div className={styles.save}>{SaveSearch && <SaveSearch />}</div>;
}
