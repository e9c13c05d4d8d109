import { useId } from 'react';
import type { LicenceText } from '#contract/shop/licence-text.ts';
import { Icon } from '#ui/icon.tsx';
import styles from './licence-words.module.css';

interface LicenceWordsProps {
  readonly text: Pick<LicenceText, 'allows' | 'forbids' | 'goods'>;
  /** The level of its headings. */
  readonly level: 2 | 3;
}

export function LicenceWords({ text, level }: LicenceWordsProps) {
  const id = useId();
  const Heading = `h${level}` as const;
  return (
    <div className={styles.words}>
      <div className={styles.lists}>
        <section aria-labelledby={`${id}-allows`}>
          <Heading id={`${id}-allows`} className={styles.heading}>
            You may
          </Heading>
          <ul className={styles.list}>
            {text.allows.map((line, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: while a text is being written, two lines may be the same
              <li key={place}>
                <span className={styles.good}>
                  <Icon name="check" size={18} />
                </span>
                {line}
              </li>
            ))}
          </ul>
        </section>
        <section aria-labelledby={`${id}-forbids`}>
          <Heading id={`${id}-forbids`} className={styles.heading}>
            Please don’t
          </Heading>
          <ul className={styles.list}>
            {text.forbids.map((line, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: while a text is being written, two lines may be the same
              <li key={place}>
                <span className={styles.bad}>
                  <Icon name="close" size={18} />
                </span>
                {line}
              </li>
            ))}
          </ul>
        </section>
      </div>
      <section className={styles.goods} aria-labelledby={`${id}-goods`}>
        <Heading id={`${id}-goods`} className={styles.heading}>
          How many items it covers
        </Heading>
        <p>{text.goods}</p>
      </section>
    </div>
  );
}
