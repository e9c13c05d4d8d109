import { headerMark } from '#contract/shop/look.ts';
import type { Look } from '#contract/studio/look.ts';
import { colorNames } from '#contract/studio/look-contrast.ts';
import type { StudioSettings } from '#contract/studio/settings.ts';
import { Hero } from '#features/home/hero.tsx';
import { PromoStrip } from '#features/storefront/promo-strip.tsx';
import { Brand } from '#ui/brand.tsx';
import { Button } from '#ui/button.tsx';
import styles from './look-preview.module.css';

interface LookPreviewProps {
  readonly look: Look;
  readonly settings: StudioSettings;
}

const strip = { text: 'Your announcement.', label: 'A link', link: '/shop' };

/** Parts of the shop in this look. */
export function LookPreview({ look, settings }: LookPreviewProps) {
  return (
    <div className={styles.preview}>
      <PromoStrip texts={{ ...strip, aloneText: '', aloneLabel: '' }} socialLink="" />
      <p className={styles.brand}>
        <Brand name={settings.name} look={look} size={headerMark} />
      </p>
      <Hero
        words={{ sticker: 'A sticker', title: 'Your first words', text: 'What your shop has.' }}
        loadSuggestions={async () => ({ default: () => null })}
      />
      <div className="page">
        <p className={styles.buttons}>
          <Button>Add to cart</Button>
          <Button variant="paper">Another button</Button>
          <Button variant="quiet">A quiet button</Button>
        </p>
        <p className={styles.quiet}>Quiet text on the page.</p>
        <ul className={styles.cutOuts}>
          {(['sunshine', 'sky', 'mint', 'blush', 'lilac'] as const).map((name) => (
            <li key={name} className={styles.cutOut} style={{ background: look[name] }}>
              {colorNames[name]}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
