import { useEffect, useRef } from 'react';
import styles from './description.module.css';
import { plainParagraphs } from './plain-paragraphs.ts';

/** A description's HTML, sanitised; until that can be done, its bare words. */
export function Description({ html }: { readonly html: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let isWanted = true;
    import('./sanitize-description.ts').then(
      ({ sanitizeDescription }) => {
        if (isWanted) place.current?.replaceChildren(sanitizeDescription(html));
      },
      () => {
        // Without its code the bare words stay.
      },
    );
    return () => {
      isWanted = false;
    };
  }, [html]);
  return (
    // A new description gets a new place: React doesn't know what was put into the old one.
    <div key={html} ref={place} className={styles.description}>
      {plainParagraphs(html).map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  );
}
