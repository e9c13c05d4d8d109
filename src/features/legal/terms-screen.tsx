import { useShopSettings } from '#api/use-shop-settings.ts';
import { paths } from '#contract/shop/paths.ts';
import { ShopLink } from '#ui/shop-link.tsx';
import { Sticker } from '#ui/sticker.tsx';
import { PrintButton } from './print-button.tsx';
import drawing from './terms-drawing.svg';
import styles from './terms-screen.module.css';
import { termsTopics } from './terms-topics.tsx';

const papers = ['sunshine', 'sky', 'mint', 'blush', 'lilac'] as const;

/** The terms and conditions, with the version that the buyer accepts at checkout (OP-64). */
export function TermsScreen() {
  const settings = useShopSettings();
  return (
    <div className="page">
      <header className={styles.head}>
        <img src={drawing} width={240} height={170} className={styles.drawing} alt="" />
        <h1>Terms and conditions</h1>
        <p className={styles.lead}>
          In plain words, and short on purpose. If anything is unclear, ask us before you print:
          we’d much rather answer a question than say sorry.
        </p>
        <div className={styles.tools}>
          {settings && <Sticker paper="sunshine">Version {settings.termsVersion}</Sticker>}
          <PrintButton />
        </div>
      </header>
      <div className={styles.columns}>
        <nav className={styles.contents} aria-labelledby="contents">
          <h2 id="contents" className={styles.contentsTitle}>
            On this page
          </h2>
          <ol className={styles.links}>
            {termsTopics.map(({ id, title }) => (
              <li key={id}>
                <ShopLink className={styles.link} to={`${paths.terms.path}#${id}`}>
                  {title}
                </ShopLink>
              </li>
            ))}
          </ol>
        </nav>
        <div className={styles.sheets}>
          {termsTopics.map(({ id, title, content }, place) => (
            <section key={id} id={id} className={styles.sheet} aria-labelledby={`${id}-title`}>
              <div className={styles.number} aria-hidden="true">
                <Sticker paper={papers[place % papers.length] ?? 'sunshine'}>{place + 1}</Sticker>
              </div>
              <h2 id={`${id}-title`}>{title}</h2>
              <div className={styles.words}>{content}</div>
            </section>
          ))}
          {settings?.designers.length !== 0 && (
            <section className={styles.ask} aria-labelledby="ask">
              <h2 id="ask">Still wondering?</h2>
              <p>
                Ask us:{' '}
                {settings?.designers.map(({ name, email }, place) => (
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
