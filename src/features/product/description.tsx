import { useEffect, useRef } from 'react';
import { inPlace } from '#ui/in-place.ts';
import { useLoaded } from '#ui/use-loaded.ts';
import styles from './description.module.css';
import { plainParagraphs } from './plain-paragraphs.ts';

const loadSanitizer = () => import('./sanitize-description.ts');

/** A description as sanitised HTML; as plain text until the sanitiser has loaded. */
export function Description({ html }: { readonly html: string }) {
  const place = useRef<HTMLDivElement>(null);
  // If the sanitiser doesn't load, the plain text stays.
  const sanitizer = useLoaded(loadSanitizer);
  useEffect(() => {
    if (sanitizer) place.current?.replaceChildren(sanitizer.sanitizeDescription(html));
  }, [html, sanitizer]);
  return (
    // A new description gets a new element, because React doesn't know what was put into the old one.
    <div key={html} ref={place} className={styles.description}>
      {inPlace(plainParagraphs(html).map(paragraphOf))}
    </div>
  );
}

const paragraphOf = (text: string) => <p>{text}</p>;
