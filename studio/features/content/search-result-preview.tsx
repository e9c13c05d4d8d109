import { paths } from '#contract/shop/paths.ts';
import type { SearchEngineTexts } from '#contract/studio/content.ts';
import styles from './search-result-preview.module.css';

interface SearchResultPreviewProps {
  readonly texts: SearchEngineTexts;
  /** The shop's name. */
  readonly shop: string;
}

const described = ['home', 'shop', 'licence', 'terms'] as const;

/** The main pages as a search engine lists them. */
export function SearchResultPreview({ texts, shop }: SearchResultPreviewProps) {
  const fill = (text: string) =>
    text.replaceAll('{shop}', () => shop).replaceAll('{name}', () => shop);
  return (
    <ul className={styles.results}>
      {described.map((name) => (
        <li key={name} className={styles.result}>
          <p className="note">{location.host + paths[name].path}</p>
          <p className={styles.title}>{fill(name === 'home' ? texts.title : paths[name].title)}</p>
          <p className="soft">{fill(texts[name])}</p>
        </li>
      ))}
    </ul>
  );
}
