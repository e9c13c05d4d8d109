import { type MouseEvent, useEffect, useId, useState } from 'react';
import { useCall } from '#api/use-call.ts';
import {
  categoryPath,
  colorPath,
  imageSizes,
  productPath,
  searchPath,
} from '#contract/shop/paths.ts';
import type { Suggestions } from '#contract/shop/product.ts';
import { counted } from '#contract/wire/counted.ts';
import { Icon } from '#ui/icon.tsx';
import { joinClasses } from '#ui/join-classes.ts';
import { PaperImage } from '#ui/paper-image.tsx';
import { Price } from '#ui/price.tsx';
import type { SearchSuggestionsProps } from '#ui/search-box.tsx';
import { ShopLink } from '#ui/shop-link.tsx';
import { useShopNavigate } from '#ui/use-shop-navigate.ts';
import { MatchDialog } from './match-dialog.tsx';
import { PartNote } from './part-note.tsx';
import styles from './search-suggestions.module.css';
import { useSuggestionKeys } from './use-suggestion-keys.ts';

/** Long enough to skip letters typed quickly, short enough to feel immediate. */
const debounceMs = 120;

/** The text after typing has paused for `debounceMs`; an emptied box counts at once. */
function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return text === '' ? '' : settled;
}

function countOf({ products, words, categories }: Suggestions): number {
  return products.length + words.length + categories.length;
}

/** Suggested designs, searches and categories below a search box; they work offline too. */
export default function SearchSuggestions({ text, box, onChosen }: SearchSuggestionsProps) {
  const query = useDebounced(text.trim());
  const {
    data: latest,
    status,
    isPrevious,
  } = useCall('productsSuggest', query === '' ? null : { query: { query } }, {
    keepsPrevious: true,
  });
  const { isOpen, isAmong, panel } = useSuggestionKeys(box, text);
  const [data, setData] = useState(latest);
  // The one that has the focus must not disappear.
  if (!isAmong && data !== latest) setData(latest);
  const id = useId();
  const [isMatching, setMatching] = useState(false);
  const navigate = useShopNavigate();
  // Suggestions for the previous text stay only while the new ones load.
  const isStale = isPrevious && status === 'rejected';
  const count = query !== '' && data && !isStale ? countOf(data) : 0;
  const isShown = isOpen && count > 0;
  const follow = (event: MouseEvent) => {
    // A link that opens in another tab leaves the box as it is.
    if (!event.metaKey && !event.ctrlKey && !event.shiftKey) onChosen();
  };
  return (
    <>
      <p className="visually-hidden" role="status">
        {isShown && `${counted(count, 'suggestion')}. Use the arrow keys to choose.`}
      </p>
      {isShown && data && (
        <div ref={panel} className={styles.panel} data-suggestions>
          {data.words.length > 0 && (
            <section aria-labelledby={`${id}-words`}>
              <h2 id={`${id}-words`} className={styles.heading}>
                Searches
              </h2>
              <ul>
                {data.words.map((word) => (
                  <li key={word.text}>
                    <ShopLink className={styles.row} to={searchPath(word.text)} onClick={follow}>
                      <Icon name="search" size={18} />
                      <span className={styles.words}>{word.text}</span>
                      <span className={styles.count}>{counted(word.count, 'design')}</span>
                    </ShopLink>
                  </li>
                ))}
              </ul>
            </section>
          )}
          {data.categories.length > 0 && (
            <section aria-labelledby={`${id}-categories`}>
              <h2 id={`${id}-categories`} className={styles.heading}>
                Categories
              </h2>
              <ul>
                {data.categories.map(({ _id, name }) => (
                  <li key={_id}>
                    <ShopLink className={styles.row} to={categoryPath(_id)} onClick={follow}>
                      <Icon name="tag" size={18} />
                      <span className={styles.words}>{name}</span>
                    </ShopLink>
                  </li>
                ))}
              </ul>
            </section>
          )}
          {data.products.length > 0 && (
            <section aria-labelledby={`${id}-designs`}>
              <h2 id={`${id}-designs`} className={styles.heading}>
                Designs
              </h2>
              <ul>
                {data.products.map(({ _id, title, price, discountedPrice, image }) => (
                  <li key={_id}>
                    <ShopLink className={styles.row} to={productPath(_id)} onClick={follow}>
                      <span className={styles.picture}>
                        {image && <PaperImage image={image} alt="" sizes={imageSizes.suggestion} />}
                      </span>
                      <span className={joinClasses(styles.words, styles.design)}>
                        {title}
                        <Price price={price} discountedPrice={discountedPrice} hasBadge={false} />
                      </span>
                    </ShopLink>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <PartNote among={data.among} />
          <button
            type="button"
            className={joinClasses(styles.row, styles.match)}
            aria-haspopup="dialog"
            onClick={() => setMatching(true)}
          >
            <Icon name="camera" size={18} />
            Match a colour from a photo
          </button>
        </div>
      )}
      <MatchDialog
        isOpen={isMatching}
        onClose={() => setMatching(false)}
        onMatch={(color) => {
          onChosen();
          navigate(colorPath(`#${color}`));
        }}
      />
    </>
  );
}
