import {
  fillMailText,
  type MailName,
  type MailTexts,
  mailExamples,
  mailParagraphs,
} from '#contract/studio/mails.ts';
import { inPlace } from '#ui/in-place.ts';
import { mailLabels } from './mail-fields.ts';
import styles from './mail-preview.module.css';

interface MailPreviewProps {
  readonly texts: MailTexts;
  /** The shop's name. */
  readonly shop: string;
}

/** Every mail with example data. */
export function MailPreview({ texts, shop }: MailPreviewProps) {
  const values = { ...mailExamples, shop };
  return (
    <div className={styles.mails}>
      {(Object.keys(mailLabels) as MailName[]).map((mail) => (
        <article key={mail} className={styles.mail}>
          <p className="note">{mailLabels[mail]}</p>
          <h2>{fillMailText(texts[mail].subject, values)}</h2>
          {inPlace(mailParagraphs(fillMailText(texts[mail].text, values)).map(paragraphOf))}
        </article>
      ))}
    </div>
  );
}

const paragraphOf = (text: string) => <p>{text}</p>;
