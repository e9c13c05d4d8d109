import { type ReactNode, useId } from 'react';
import type { ShopSettings } from '#contract/shop/studio.ts';
import { ShopLink } from '#ui/shop-link.tsx';
import { Sticker } from '#ui/sticker.tsx';
import { PrintButton } from './print-button.tsx';
import { sectionIds } from './section-ids.ts';
import drawing from './terms-drawing.svg';
import styles from './text-screen.module.css';

const papers = ['sunshine', 'sky', 'mint', 'blush', 'lilac'] as const;

interface TextScreenProps {
  readonly title: string;
  readonly lead: string;
  readonly topics: readonly { readonly title: string; readonly content: ReactNode }[];
  readonly version: string;
  readonly designers: ShopSettings['designers'];
  /** The page's address with its query, which its links keep. */
  readonly address: string;
  /** Below the lead. */
  readonly notice?: ReactNode;
}

/** A page of text: its sections with a table of contents, the version, and whom to ask. */
export function TextScreen(page: TextScreenProps) {
  const { title, lead, version, designers, address, notice } = page;
  const ids = sectionIds(page.topics.map((topic) => topic.title));
  const topics = page.topics.map((topic, place) => ({ ...topic, id: ids[place] ?? '' }));
  const own = useId();
  return (
    <div className="page">
      <header className={styles.head}>
        <img src={drawing} width={240} height={170} className={styles.drawing} alt="" />
        <h1>{title}</h1>
        <p className={styles.lead}>{lead}</p>
        {notice}
        <div className={styles.tools}>
          <Sticker paper="sunshine">Version {version}</Sticker>
          <PrintButton />
        </div>
      </header>
      <div className={styles.columns}>
        <nav className={styles.contents} aria-labelledby={`${own}contents`}>
          <h2 id={`${own}contents`} className={styles.contentsTitle}>
            On this page
          </h2>
          <ol className={styles.links}>
            {topics.map(({ id, title: topic }) => (
              <li key={id}>
                <ShopLink className={styles.link} to={`${address}#${id}`}>
                  {topic}
                </ShopLink>
              </li>
            ))}
          </ol>
        </nav>
        <div className={styles.sheets}>
          {topics.map(({ id, title: topic, content }, place) => (
            <section
              key={id}
              id={id}
              className={`card ${styles.sheet}`}
              aria-labelledby={`${own}-${id}`}
            >
              <div className={styles.number} aria-hidden="true">
                <Sticker paper={papers[place % papers.length] ?? 'sunshine'}>{place + 1}</Sticker>
              </div>
              <h2 id={`${own}-${id}`}>{topic}</h2>
              <div className={styles.words}>{content}</div>
            </section>
          ))}
          {designers.length > 0 && (
            <section className={styles.ask} aria-labelledby={`${own}ask`}>
              <h2 id={`${own}ask`}>Still wondering?</h2>
              <p>
                Ask us:{' '}
                {designers.map(({ name, email }, place) => (
                  <span key={email}>
                    {place > 0 && ' or '}
                    {name} at <a href={`mailto:${email}`}>{email}</a>
                  </span>
                ))}
                .
              </p>
            </section>
          )}
        </div>
      </div>
    </div>
  );
}
