import { useEffect, useRef } from 'react';
import { imageVariant } from '#contract/shop/paths.ts';
import type { PackDesign } from '#offline/catalogue/season-pack-store.ts';
import OverlaySheet from '#ui/overlay-sheet.tsx';
import styles from './stall-overview.module.css';

interface StallOverviewProps {
  readonly designs: readonly PackDesign[];
  /** The one that is shown behind it. */
  readonly place: number;
  readonly onPlace: (place: number) => void;
  readonly onClose: () => void;
}

/** All designs at a glance, to go straight to one of them. */
export function StallOverview({ designs, place, onPlace, onClose }: StallOverviewProps) {
  const shown = useRef<HTMLButtonElement>(null);
  // Also scrolls to it.
  useEffect(() => shown.current?.focus(), []);
  return (
    <OverlaySheet title="All designs" place="centre" isWide onClose={onClose}>
      <ul className={styles.grid} aria-label="Designs">
        {designs.map(({ productId, title, images: [first] }, at) => (
          <li key={productId} className={styles.cell}>
            <button
              ref={at === place ? shown : null}
              type="button"
              className={styles.design}
              aria-current={at === place}
              onClick={() => {
                onPlace(at);
                onClose();
              }}
            >
              {first !== undefined && (
                <img
                  className={styles.picture}
                  src={imageVariant(first, 320, 'webp')}
                  alt=""
                  width={160}
                  height={160}
                  loading="lazy"
                  decoding="async"
                />
              )}
              <span className={styles.title}>{title}</span>
            </button>
          </li>
        ))}
      </ul>
    </OverlaySheet>
  );
}
