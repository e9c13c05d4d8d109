import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { formatUsd } from '#contract/wire/money.ts';
import type { ListingFilters } from './filter-url.ts';
import { filterOfThumbs, type PriceRange, sliderEnds, thumbsOf } from './price-bounds.ts';
import { PriceBox } from './price-box.tsx';
import styles from './price-field.module.css';

type PriceFilter = Pick<ListingFilters, 'minPrice' | 'maxPrice'>;

interface PriceFieldProps {
  readonly filter: PriceFilter;
  readonly range: PriceRange;
  readonly onChange: (filter: PriceFilter) => void;
}

/** A held arrow key moves a thumb many times; the choice applies once it has stopped for this long. */
const restMs = 300;

/** Two thumbs on one track, and two boxes to type in instead. Dollars. */
export function PriceField({ filter, range, onChange }: PriceFieldProps) {
  const ends = sliderEnds(range);
  const [moving, setMoving] = useState<PriceRange | null>(null);
  const shown = moving ?? thumbsOf(filter, ends);
  const track = useRef<HTMLDivElement>(null);

  function choose(thumbs: PriceRange): void {
    setMoving(null);
    const next = filterOfThumbs(thumbs, ends);
    if (next.minPrice !== filter.minPrice || next.maxPrice !== filter.maxPrice) onChange(next);
  }

  // React's onChange fires on every step; the browser's change event fires when the move ends.
  const settle = useEffectEvent(() => choose(shown));
  useEffect(() => {
    const sliders = track.current;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const come = () => {
      timer = undefined;
      settle();
    };
    const rest = () => {
      clearTimeout(timer);
      timer = setTimeout(come, restMs);
    };
    sliders?.addEventListener('change', rest);
    return () => {
      sliders?.removeEventListener('change', rest);
      if (timer === undefined) return;
      // Unmounted before the debounce ended: the last position is the choice.
      clearTimeout(timer);
      settle();
    };
  }, []);

  const along = (price: number) =>
    `${((price - ends.minPrice) / (ends.maxPrice - ends.minPrice)) * 100}%`;
  const slider = {
    className: styles.thumb,
    min: ends.minPrice,
    max: ends.maxPrice,
    step: 1,
  };

  return (
    <>
      <div
        ref={track}
        className={styles.track}
        style={{ '--from': along(shown.minPrice), '--to': along(shown.maxPrice) } as object}
      >
        <input
          {...slider}
          type="range"
          aria-label="Lowest price"
          aria-valuetext={formatUsd(shown.minPrice)}
          // When both beads meet at the upper end, only the lower one can still move, so it is on top.
          style={{ zIndex: shown.minPrice > (ends.minPrice + ends.maxPrice) / 2 ? 2 : 1 }}
          value={shown.minPrice}
          onChange={({ target }) =>
            setMoving({ ...shown, minPrice: Math.min(Number(target.value), shown.maxPrice) })
          }
        />
        <input
          {...slider}
          type="range"
          aria-label="Highest price"
          aria-valuetext={formatUsd(shown.maxPrice)}
          value={shown.maxPrice}
          onChange={({ target }) =>
            setMoving({ ...shown, maxPrice: Math.max(Number(target.value), shown.minPrice) })
          }
        />
      </div>
      <div className={styles.boxes}>
        <PriceBox
          label="From"
          price={shown.minPrice}
          onChoose={(price) => choose({ ...shown, minPrice: price ?? ends.minPrice })}
        />
        <PriceBox
          label="To"
          price={shown.maxPrice}
          onChoose={(price) => choose({ ...shown, maxPrice: price ?? ends.maxPrice })}
        />
      </div>
    </>
  );
}
