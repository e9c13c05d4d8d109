import type { Announcement } from '#contract/shop/content.ts';
import { paths } from '#contract/shop/paths.ts';
import { AnyLink } from '#ui/any-link.tsx';
import styles from './promo-strip.module.css';

interface PromoStripProps {
  /** Undefined until they are there. */
  readonly texts: Announcement | undefined;
  /** The studio's social network; empty if it is on none. */
  readonly socialLink: string;
}

/** The announcement on top of every page, with a link: to the studio's social network unless the studio chose another. */
export function PromoStrip({ texts, socialLink }: PromoStripProps) {
  return (
    <aside className={styles.strip} aria-label="Invitation">
      {texts && <Words texts={texts} socialLink={socialLink} />}
    </aside>
  );
}

function Words({
  texts,
  socialLink,
}: Required<PromoStripProps> & { readonly texts: Announcement }) {
  const to = texts.link || socialLink;
  const isAlone = to === '';
  return (
    <p className={styles.line}>
      <span className={styles.words}>{isAlone ? texts.aloneText : texts.text}</span>{' '}
      <AnyLink
        className={styles.link}
        to={isAlone ? paths.shop.path : to}
        {...(to === socialLink && { where: ' on our social network' })}
      >
        {isAlone ? texts.aloneLabel : texts.label}
      </AnyLink>
    </p>
  );
}
