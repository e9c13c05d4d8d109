import type { Product } from '#contract/shop/product.ts';
import { Icon } from '#ui/icon.tsx';
import { fileCounts, fileFacts } from './file-facts.ts';
import styles from './product-details.module.css';

/** What a buyer will download. */
export function ProductFiles({ files }: Pick<Product, 'files'>) {
  if (files.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="files">
      <h2 id="files">What you get: {fileCounts(files)}</h2>
      <ul className="stack-2">
        {files.map((file) => (
          <li key={file.name} className={styles.file}>
            <Icon name="download" size={20} />
            <span className={styles.fileName}>{file.name}</span>
            <span className={styles.fileFacts}>{fileFacts(file).join(' · ')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
