import type { CollectionDesign } from '#contract/studio/collections.ts';
import { contentCalls } from '#contract/studio/content-calls.ts';
import type { Look } from '#contract/studio/look.ts';
import { mailParagraphs } from '#contract/studio/mails.ts';
import { settingsCalls } from '#contract/studio/settings.ts';
import { buttonClass } from '#ui/button.tsx';
import { inPlace } from '#ui/in-place.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { PreviewFrame } from '../content/preview-frame.tsx';
import styles from './newsletters.module.css';

interface NewsletterPreviewProps {
  readonly subject: string;
  readonly text: string;
  readonly designs: readonly CollectionDesign[];
  readonly couponCode: string;
}

/** A newsletter as its readers see it, on a phone or a desktop. */
export function NewsletterPreview(written: NewsletterPreviewProps) {
  const looks = useAnswer(contentCalls.contentVersions, { params: { section: 'look' } });
  const settings = useAnswer(settingsCalls.settings);
  const look = looks.answer?.versions[0]?.content as Look | undefined;
  if (!look) return null;
  return (
    <PreviewFrame look={look}>
      <Mail {...written} shop={settings.answer?.name ?? ''} />
    </PreviewFrame>
  );
}

interface MailProps extends NewsletterPreviewProps {
  readonly shop: string;
}

function Mail({ subject, text, designs, couponCode, shop }: MailProps) {
  return (
    <article className={styles.mail}>
      <h2>{subject}</h2>
      <p className={styles.shop}>{shop}</p>
      <div className={styles.paper}>
        {inPlace(mailParagraphs(text).map(paragraphOf))}
        <ul className={styles.pictures}>
          {designs
            .filter(({ status }) => status === 'published')
            .map(({ id, title, image }) => (
              <li key={id}>
                {image && <img src={image.url} alt={title} />}
                <span className={styles.link}>{title}</span>
              </li>
            ))}
        </ul>
        <p>
          <span className={buttonClass({})}>
            {couponCode === '' ? 'Visit the shop' : `Use the coupon ${couponCode}`}
          </span>
        </p>
      </div>
      <p className="soft">You get this e-mail because you asked for news from {shop}.</p>
      <p className="soft">The seller’s name and address, and a link to the imprint</p>
      <p className="soft">
        <span className={styles.link}>Stop these e-mails</span>
      </p>
    </article>
  );
}

const paragraphOf = (text: string) => <p>{text}</p>;
