import type { CSSProperties } from 'react';
import { colorNames, type Look } from '#contract/studio/look.ts';
import type { StudioSettings } from '#contract/studio/settings.ts';
import { Hero } from '#features/home/hero.tsx';
import { PromoStrip } from '#features/storefront/promo-strip.tsx';
import { Button } from '#ui/button.tsx';
import { Pinwheel } from '#ui/pinwheel.tsx';
import styles from './look-preview.module.css';

interface LookPreviewProps {
  readonly look: Look;
  readonly settings: StudioSettings;
}

const strip = { text: 'Your announcement.', label: 'A link', link: '/shop' };

/** Parts of the shop in these colours. */
export function LookPreview({ look, settings }: LookPreviewProps) {
  const colors = Object.entries(look).map(([name, color]) => [`--${name}`, color]);
  return (
    <div className={styles.page} style={Object.fromEntries(colors) as CSSProperties}>
      <PromoStrip texts={{ ...strip, aloneText: '', aloneLabel: '' }} socialLink="" />
      <p className={styles.brand}>
        <Pinwheel size={40} />
        {settings.name}
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
