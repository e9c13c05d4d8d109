import type { ReactNode } from 'react';
import type { Terms } from '#contract/shop/content.ts';
import { paths } from '#contract/shop/paths.ts';
import type { ShopSettings } from '#contract/shop/studio.ts';
import { ShopLink } from '#ui/shop-link.tsx';
import { Sticker } from '#ui/sticker.tsx';
import { MarkedText } from './marked-text.tsx';
import { PrintButton } from './print-button.tsx';
import { Restrictions } from './restrictions.tsx';
import drawing from './terms-drawing.svg';
import styles from './terms-screen.module.css';

const papers = ['sunshine', 'sky', 'mint', 'blush', 'lilac'] as const;

interface TermsScreenProps {
  readonly terms: Terms;
  readonly version: string;
  /** How many items a licence covers. */
  readonly items: number;
  readonly designers: ShopSettings['designers'];
  /** The query of the page's address, which its links keep. */
  readonly search?: string;
  /** A link to the terms in force, if these no longer are. */
  readonly notice?: ReactNode;
}

/** The terms and conditions, with the version that the buyer accepts at checkout (OP-64). */
export function TermsScreen({
  terms,
  version,
  items,
  designers,
  search = '',
  notice,
}: TermsScreenProps) {
  const topics = [
    ...terms.sections.map(({ title, text }) => ({
      id: slug(title),
      title,
      content: <MarkedText text={text} items={items} />,
    })),
    {
      id: 'restrictions',
      title: 'Restrictions at a glance',
      content: <Restrictions pairs={terms.restrictions} items={items} />,
    },
  ];
  return (
    <div className="page">
      <header className={styles.head}>
        <img src={drawing} width={240} height={170} className={styles.drawing} alt="" />
        <h1>Terms and conditions</h1>
        <p className={styles.lead}>{terms.lead}</p>
        {notice}
        <div className={styles.tools}>
          <Sticker paper="sunshine">Version {version}</Sticker>
          <PrintButton />
        </div>
      </header>
      <div className={styles.columns}>
        <nav className={styles.contents} aria-labelledby="contents">
          <h2 id="contents" className={styles.contentsTitle}>
            On this page
          </h2>
          <ol className={styles.links}>
            {topics.map(({ id, title }) => (
              <li key={id}>
                <ShopLink className={styles.link} to={`${paths.terms.path}${search}#${id}`}>
                  {title}
                </ShopLink>
              </li>
            ))}
          </ol>
        </nav>
        <div className={styles.sheets}>
          {topics.map(({ id, title, content }, place) => (
            <section key={id} id={id} className={styles.sheet} aria-labelledby={`${id}-title`}>
              <div className={styles.number} aria-hidden="true">
                <Sticker paper={papers[place % papers.length] ?? 'sunshine'}>{place + 1}</Sticker>
              </div>
              <h2 id={`${id}-title`}>{title}</h2>
              <div className={styles.words}>{content}</div>
            </section>
          ))}
          {designers.length > 0 && (
            <section className={styles.ask} aria-labelledby="ask">
              <h2 id="ask">Still wondering?</h2>
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

/** The anchor of a section. */
function slug(title: string): string {
  return title
    .toLowerCase()
    .split(/[^\p{L}\p{N}]/u)
    .filter((word) => word !== '')
    .join('-');
}
