import type { Brand as BrandLook, FooterTexts } from '#contract/shop/content.ts';
import { paths } from '#contract/shop/paths.ts';
import type { ShopSettings } from '#contract/shop/studio.ts';
import { AnyLink } from '#ui/any-link.tsx';
import { Brand, BrandMark } from '#ui/brand.tsx';
import { Scallop } from '#ui/scallop.tsx';
import { ShopLink } from '#ui/shop-link.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import styles from './footer.module.css';

const links = [
  { label: 'All designs', to: paths.shop.path },
  { label: 'Best sellers', to: paths.bestSellers.path },
  { label: 'Licences', to: paths.licence.path },
  { label: 'Terms and conditions', to: paths.terms.path },
  { label: 'App and offline storage', to: paths.storage.path },
  { label: 'About us', to: paths.about.path },
  { label: 'Contact', to: paths.contact.path },
  { label: 'Privacy', to: paths.privacy.path },
  { label: 'Imprint', to: paths.imprint.path },
  { label: 'Accessibility', to: paths.accessibility.path },
] as const;

interface FooterProps {
  /** Null until they are there. */
  readonly settings: Pick<ShopSettings, 'name' | 'designers' | 'socialLink'> | null;
  readonly texts: FooterTexts | undefined;
  readonly look: BrandLook | undefined;
}

/** The foot of every page. */
export function Footer({ settings, texts, look }: FooterProps) {
  return (
    <footer className={styles.footer}>
      <Scallop side="above" className={styles.edge} />
      <div className={styles.ground}>
        <div className={styles.columns}>
          <section className={styles.brand} aria-label="About the shop">
            <p className={styles.name}>
              {settings ? (
                <Brand name={settings.name} look={look} size={44} />
              ) : (
                <>
                  <BrandMark look={look} size={44} />
                  <Skeleton width="8rem" />
                </>
              )}
            </p>
            {texts && <p>{texts.about}</p>}
            {settings?.socialLink && texts && (
              <p>
                <AnyLink to={settings.socialLink}>{texts.follow}</AnyLink>
              </p>
            )}
            {texts?.links.map(({ label, url }) => (
              <p key={label}>
                <AnyLink to={url}>{label}</AnyLink>
              </p>
            ))}
          </section>
          {settings?.designers.length !== 0 && (
            <section aria-label="Designers">
              <h2 className={styles.heading}>The designers</h2>
              <ul className="stack-2">
                {settings?.designers.map(({ name, email }) => (
                  <li key={email}>
                    <strong>{name}</strong>
                    <a href={`mailto:${email}`}>{email}</a>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <nav aria-label="Footer">
            <h2 className={styles.heading}>Find your way</h2>
            <ul className="stack-2">
              {links.map(({ label, to }) => (
                <li key={to}>
                  <ShopLink to={to}>{label}</ShopLink>
                </li>
              ))}
            </ul>
          </nav>
        </div>
      </div>
    </footer>
  );
}
