import { useShopSettings } from '#api/use-shop-settings.ts';
import styles from './faq.module.css';
import { faqEntries } from './faq-entries.ts';

export function Faq() {
  const isByMailAlone = useShopSettings()?.socialLink === '';
  return (
    <section className="page" aria-labelledby="faq-title">
      <h2 id="faq-title" className={styles.title}>
        Frequently asked questions
      </h2>
      <dl className={styles.entries}>
        {faqEntries.map(({ question, answer, byMailAlone }) => (
          <div key={question} className={styles.entry}>
            <dt className={styles.question}>{question}</dt>
            <dd>{(isByMailAlone && byMailAlone) || answer}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
