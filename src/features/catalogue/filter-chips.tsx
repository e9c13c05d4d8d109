import type { MouseEvent } from 'react';
import { colorName } from '#contract/catalogue/named-colors.ts';
import type { FilterOptions } from '#contract/shop/product.ts';
import { defaultSort } from '#contract/shop/sort.ts';
import { formatUsd } from '#contract/wire/money.ts';
import { focusBeside } from '#ui/focus-beside.ts';
import { Icon } from '#ui/icon.tsx';
import styles from './filter-chips.module.css';
import {
  facetWordKinds,
  type ListingFilters,
  noFilters,
  type ShopQuery,
  toggled,
} from './filter-url.ts';
import { sortLabels } from './sort-menu.tsx';

/** What is set: in the shop with its order. */
export type ChosenFilters = ListingFilters & Pick<ShopQuery, 'sort'>;
type Change = Partial<ChosenFilters>;

interface FilterChipsProps {
  readonly query: ChosenFilters;
  /** Null while they load. */
  readonly options: FilterOptions | null;
  readonly onChange: (change: Change) => void;
}

interface Chip {
  readonly key: string;
  readonly text: string;
  readonly color?: string;
  /** What taking it off changes. */
  readonly without: Change;
}

/** What is set, in the panel's order; a sort counts unless it is the listing's own. */
function chipsOf(query: ChosenFilters, options: FilterOptions | null): Chip[] {
  const { categories, designers, color, sort } = query;
  const chips: Chip[] = [];
  if (query.isFavouritesOnly) {
    const without = { isFavouritesOnly: false };
    chips.push({ key: 'favourites', text: 'Designer favourites', without });
  }
  for (const id of categories) {
    const known = options?.categories.find(({ _id }) => _id === id);
    const text = known?.name ?? (options ? 'Unknown category' : 'Category');
    chips.push({ key: id, text, without: { categories: toggled(categories, id, false) } });
  }
  for (const name of designers) {
    const without = { designers: toggled(designers, name, false) };
    chips.push({ key: `by ${name}`, text: name, without });
  }
  chips.push(...wordChips(query.words));
  if (color !== null) {
    chips.push({ key: 'color', text: colorName(color), color, without: { color: null } });
  }
  if (query.minPrice !== null || query.maxPrice !== null) {
    const without = { minPrice: null, maxPrice: null };
    chips.push({ key: 'price', text: priceText(query), without });
  }
  const ownSort = defaultSort(color);
  if (sort !== null && sort !== ownSort) {
    chips.push({ key: 'sort', text: sortLabels[sort], without: { sort: ownSort } });
  }
  return chips;
}

function wordChips(words: ListingFilters['words']): Chip[] {
  return facetWordKinds.flatMap((kind) =>
    words[kind].map((word) => ({
      key: `${kind} ${word}`,
      text: word,
      without: { words: { ...words, [kind]: toggled(words[kind], word, false) } },
    })),
  );
}

function priceText({ minPrice, maxPrice }: ChosenFilters): string {
  if (minPrice === null) return `Up to ${formatUsd(maxPrice ?? 0)}`;
  if (maxPrice === null) return `From ${formatUsd(minPrice)}`;
  return `${formatUsd(minPrice)} to ${formatUsd(maxPrice)}`;
}

/** Each filter that is set, and the sort, as a button that takes it off. */
export function FilterChips({ query, options, onChange }: FilterChipsProps) {
  const chips = chipsOf(query, options);
  const remove = (event: MouseEvent<HTMLElement>, without: Change) => {
    focusBeside(event.currentTarget.closest('li'));
    onChange(without);
  };
  return (
    <ul className={styles.chips} aria-label="Chosen filters">
      {chips.map(({ key, text, color, without }) => (
        <li key={key}>
          <button
            type="button"
            className={styles.chip}
            aria-label={`Remove ${text}`}
            onClick={(event) => remove(event, without)}
          >
            {color !== undefined && (
              <span className={styles.color} style={{ backgroundColor: `#${color}` }} />
            )}
            {text}
            <Icon name="close" size={16} />
          </button>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <button
            type="button"
            className={styles.clear}
            onClick={() => {
              document.getElementById('results')?.focus({ preventScroll: true });
              onChange({ ...noFilters, ...(query.sort !== null && { sort: 'newest' as const }) });
            }}
          >
            Clear all
          </button>
        </li>
      )}
    </ul>
  );
}
