import { useEffect, useRef } from 'react';
import { inPlace } from '#ui/in-place.ts';
import styles from './description.module.css';
import { plainParagraphs } from './plain-paragraphs.ts';

/** A description as sanitised HTML; as plain text until the sanitiser has loaded. */
export function Description({ html }: { readonly html: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let isWanted = true;
    import('./sanitize-description.ts').then(
      ({ sanitizeDescription }) => {
        if (isWanted) place.current?.replaceChildren(sanitizeDescription(html));
      },
      () => {
        // If the sanitiser doesn't load, the plain text stays.
      },
    );
    return () => {
      isWanted = false;
    };
  }, [html]);
  return (
    // A new description gets a new element, because React doesn't know what was put into the old one.
    <div key={html} ref={place} className={styles.description}>
      {inPlace(plainParagraphs(html).map(paragraphOf))}
    </div>
  );
}

const paragraphOf = (text: string) => <p>{text}</p>;
