import { useLicenceItems } from '#api/use-licence-items.ts';
import { licenceSentence } from '#contract/shop/licence-rules.ts';
import { paths } from '#contract/shop/paths.ts';
import { LinkButton } from '#ui/button.tsx';
import styles from './terms-reminder.module.css';

export function TermsReminder() {
  const items = useLicenceItems();
  return (
    <section className="page" aria-labelledby="terms-title">
      <div className={styles.note}>
        <h2 id="terms-title">Before you sew, a word about the small print</h2>
        <p>
          Every design comes with a licence. {licenceSentence('handmade', items)} Fabric shops,
          wholesale and print-on-demand do. It takes two minutes to read, and it keeps us all
          friends.
        </p>
        <LinkButton to={paths.terms.path}>Join The Community</LinkButton>
      </div>
    </section>
  );
}
