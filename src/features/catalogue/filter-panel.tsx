import { useRef } from 'react';
import type { Facets, FilterOptions } from '#contract/shop/product.ts';
import { grouped } from '#contract/wire/counted.ts';
import { limits } from '#contract/wire/limits.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { ColorFilter } from './color-filter.tsx';
import styles from './filter-panel.module.css';
import { noFilters, toggled } from './filter-url.ts';
import { PartNote } from './part-note.tsx';
import type { PriceRange } from './price-bounds.ts';
import { PriceField } from './price-field.tsx';
import {
  countListingFilters,
  facetWordKinds,
  type ListingFilters,
  noSearchFilters,
  type SearchFilters,
} from './search-url.ts';

interface FilterPanelProps {
  readonly filters: ListingFilters;
  /** Null while they load. */
  readonly options: FilterOptions | null;
  /** In a search, what its results can be narrowed to; undefined in the shop, and if it can't be had. */
  readonly facets: Facets | undefined;
  readonly priceRange: PriceRange;
  readonly onChange: (change: Partial<ListingFilters>) => void;
}

interface Choice {
  readonly value: string;
  readonly label: string;
  /** How many designs it leaves, if that is counted. */
  readonly count?: number;
  /** It is only listed while it is chosen. */
  readonly isExtra?: boolean;
}

interface ChoicesProps {
  readonly title: string;
  readonly choices: readonly Choice[] | undefined;
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Placeholder lines shown where the choices will be. */
const expected = 4;

function Choices({ title, choices, chosen, onChange }: ChoicesProps) {
  const group = useRef<HTMLFieldSetElement>(null);
  // A new shop has no designs to filter yet.
  if (choices?.length === 0) return null;
  return (
    <fieldset ref={group} className={styles.group}>
      <legend className={styles.legend}>{title}</legend>
      {choices?.map(({ value, label, count, isExtra }, place) => (
        <Checkbox
          key={value}
          className={styles.choice}
          checked={chosen.includes(value)}
          onChange={(isOn) => {
            if (isExtra) focusBesideBox(group.current, place);
            onChange(toggled(chosen, value, isOn));
          }}
        >
          {label}
          {count !== undefined && (
            <span className={styles.count}>
              {' '}
              {grouped(count)}
              <span className="visually-hidden"> {count === 1 ? 'design' : 'designs'}</span>
            </span>
          )}
        </Checkbox>
      )) ??
        Array.from({ length: expected }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move
          <Skeleton key={place} className={styles.paper} />
        ))}
    </fieldset>
  );
}

/** Moves the focus from a checkbox that is about to leave its group to the next one, or else to the panel. */
function focusBesideBox(group: HTMLElement | null, place: number): void {
  const boxes = group?.querySelectorAll('input');
  const panel = group?.closest<HTMLElement>('[tabindex]');
  (boxes?.[place + 1] ?? boxes?.[place - 1] ?? panel)?.focus({ preventScroll: true });
}

/** A chosen value stays where it can be taken off, even if it leaves no design. */
function withChosen(
  found: readonly Choice[],
  chosen: readonly string[],
  labelOf: (value: string) => string = (value) => value,
): readonly Choice[] {
  const lost = chosen.filter((value) => !found.some((choice) => choice.value === value));
  const extra = lost.map((value) => ({ value, label: labelOf(value), count: 0, isExtra: true }));
  return [...found, ...extra];
}

const wordTitles = { motif: 'Motif', occasion: 'Occasion', style: 'Style' } as const;

/** The words of a kind with their counts; without counts, those that are chosen. */
function wordChoices(
  facets: Facets | undefined,
  kind: keyof typeof wordTitles,
  chosen: readonly string[],
): readonly Choice[] {
  if (facets === undefined) {
    return chosen.map((word) => ({ value: word, label: word, isExtra: true }));
  }
  const found = facets[kind].map(({ word, count }, place) => ({
    value: word,
    label: word,
    count,
    isExtra: place >= limits.facetWords,
  }));
  return withChosen(found, chosen);
}

/** What the results of a search are about, for, and like. */
function WordChoices({
  words,
  facets,
  onChange,
}: {
  readonly words: SearchFilters['words'];
  readonly facets: Facets | undefined;
  readonly onChange: (words: SearchFilters['words']) => void;
}) {
  return facetWordKinds.map((kind) => (
    <Choices
      key={kind}
      title={wordTitles[kind]}
      choices={wordChoices(facets, kind, words[kind])}
      chosen={words[kind]}
      onChange={(chosen) => onChange({ ...words, [kind]: chosen })}
    />
  ));
}

/** Categories and designers: those of a search's results with counts, in the shop all there are. */
function shelvesOf({ filters, options, facets }: FilterPanelProps) {
  if (facets === undefined) {
    return {
      categories: options?.categories.map(({ _id, name }) => ({ value: _id, label: name })),
      designers: options?.designers.map((name) => ({ value: name, label: name })),
    };
  }
  return {
    categories: withChosen(
      facets.categories.map(({ _id, name, count }) => ({ value: _id, label: name, count })),
      filters.categories,
      (id) => options?.categories.find(({ _id }) => _id === id)?.name ?? 'Unknown category',
    ),
    designers: withChosen(
      facets.designers.map(({ name, count }) => ({ value: name, label: name, count })),
      filters.designers,
    ),
  };
}

/** Filters by favourites (if there are any), category, designer, colour and price; each choice applies at once. */
export function FilterPanel(props: FilterPanelProps) {
  const { filters, options, facets, priceRange, onChange } = props;
  const { categories, designers } = shelvesOf(props);
  const { words } = filters;
  const panel = useRef<HTMLDivElement>(null);
  return (
    <div ref={panel} className={styles.panel} tabIndex={-1}>
      <PartNote among={facets?.among ?? options?.among} />
      {(options?.hasFavourites || filters.isFavouritesOnly) && (
        <div className={styles.group}>
          <Checkbox
            className={styles.choice}
            checked={filters.isFavouritesOnly}
            onChange={(isFavouritesOnly) => onChange({ isFavouritesOnly })}
          >
            Designer favourites
          </Checkbox>
        </div>
      )}
      <Choices
        title="Category"
        choices={categories}
        chosen={filters.categories}
        onChange={(chosen) => onChange({ categories: chosen })}
      />
      <Choices
        title="Designer"
        choices={designers}
        chosen={filters.designers}
        onChange={(chosen) => onChange({ designers: chosen })}
      />
      {words && (
        <WordChoices
          words={words}
          facets={facets}
          onChange={(chosen) => onChange({ words: chosen })}
        />
      )}
      <fieldset className={styles.group}>
        <legend className={styles.legend}>Colour</legend>
        <ColorFilter color={filters.color} onChange={(color) => onChange({ color })} />
      </fieldset>
      <fieldset className={styles.group}>
        <legend className={styles.legend}>Price</legend>
        <PriceField filter={filters} range={priceRange} onChange={onChange} />
      </fieldset>
      {countListingFilters(filters) > 0 && (
        <Button
          variant="paper"
          onClick={() => {
            // The button disappears with the filters, so the focus moves to the panel.
            panel.current?.focus({ preventScroll: true });
            onChange(words ? noSearchFilters : noFilters);
          }}
        >
          Clear filters
        </Button>
      )}
    </div>
  );
}
