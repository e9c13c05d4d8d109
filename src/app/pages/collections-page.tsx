import { CollectionsScreen } from '#features/catalogue/collections-screen.tsx';
import styles from './listing-page.module.css';

export default function CollectionsPage() {
  return (
    <div className={`page ${styles.page}`}>
      <h1>Collections</h1>
      <CollectionsScreen />
    </div>
  );
}
