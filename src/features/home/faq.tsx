import type { Faq as FaqTexts } from '#contract/shop/content.ts';
import styles from './faq.module.css';

interface FaqProps {
  readonly texts: FaqTexts;
  /** The studio is on no social network. */
  readonly isByMailAlone: boolean;
}

export function Faq({ texts, isByMailAlone }: FaqProps) {
  return (
    <section className="page" aria-labelledby="faq-title">
      <h2 id="faq-title" className={styles.title}>
        {texts.title}
      </h2>
      <dl className={styles.entries}>
        {texts.entries.map(({ question, answer, byMailAlone }) => (
          <div key={question} className={styles.entry}>
            <dt className={styles.question}>{question}</dt>
            <dd>{(isByMailAlone && byMailAlone) || answer}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
