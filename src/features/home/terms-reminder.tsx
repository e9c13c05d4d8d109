import type { TitledText } from '#contract/shop/content.ts';
import { paths } from '#contract/shop/paths.ts';
import { LinkButton } from '#ui/button.tsx';
import styles from './terms-reminder.module.css';

/** Points to the terms before anybody buys (D08). */
export function TermsReminder({ texts }: { readonly texts: TitledText }) {
  return (
    <section className="page" aria-labelledby="terms-title">
      <div className={styles.note}>
        <h2 id="terms-title">{texts.title}</h2>
        <p>{texts.text}</p>
        <LinkButton to={paths.terms.path}>Join The Community</LinkButton>
        <p>Read the small print</p>
      </div>
    </section>
  );
}
