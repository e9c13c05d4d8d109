import { type ReactNode, useRef } from 'react';
import type { Facets, FilterOptions } from '#contract/shop/product.ts';
import { grouped } from '#contract/wire/counted.ts';
import { limits } from '#contract/wire/limits.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useMedia } from '#ui/use-media.ts';
import { ColorFilter } from './color-filter.tsx';
import styles from './filter-panel.module.css';
import {
  countFilters,
  facetWordKinds,
  type ListingFilters,
  noFilters,
  toggled,
} from './filter-url.ts';
import { PartNote } from './part-note.tsx';
import type { PriceRange } from './price-bounds.ts';
import { PriceField } from './price-field.tsx';
import { useAfterPaint } from './use-after-paint.ts';
import { type ListingFacets, useFacets } from './use-facets.ts';

interface FilterPanelProps {
  readonly filters: ListingFilters;
  /** Null while they load. */
  readonly options: FilterOptions | null;
  readonly priceRange: PriceRange;
  /** Of a search; none in the shop. */
  readonly text?: string;
  /** The counts, if they aren't asked for: null until they are known. */
  readonly counted?: ListingFacets | null | undefined;
  /** Next to the cards, which only wide screens show. */
  readonly isSidebar: boolean;
  /** Shown until there is something to choose from, then for the groups that come with the counts. */
  readonly paper: ReactNode;
  readonly onChange: (change: Partial<ListingFilters>) => void;
}

interface Choice {
  readonly value: string;
  readonly label: string;
  /** How many designs it leaves, if that is counted. */
  readonly count?: number | undefined;
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
          {/* Without a number it keeps the room of one, so that no label wraps when that comes. */}
          <span className={styles.count}>
            {count !== undefined && (
              <>
                {' '}
                {grouped(count)}
                <span className="visually-hidden"> {count === 1 ? 'design' : 'designs'}</span>
              </>
            )}
          </span>
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
  count: number | undefined,
  labelOf: (value: string) => string = (value) => value,
): readonly Choice[] {
  const lost = chosen.filter((value) => !found.some((choice) => choice.value === value));
  const extra = lost.map((value) => ({ value, label: labelOf(value), count, isExtra: true }));
  return [...found, ...extra];
}

const wordTitles = { motif: 'Motif', occasion: 'Occasion', style: 'Style' } as const;

/** The words of a kind, and those chosen that aren't listed, with their counts if these are known. */
function wordChoices(
  { facets, listed }: ListingFacets,
  kind: keyof typeof wordTitles,
  chosen: readonly string[],
): readonly Choice[] {
  const words = listed?.[kind].slice(0, limits.facetWords).map(({ word }) => word) ?? [];
  const unlisted = chosen.filter((word) => !words.includes(word));
  return [...words, ...unlisted].map((word, place) => {
    const isExtra = place >= words.length;
    const found = facets?.[kind];
    // Less frequent words are only counted if they are chosen.
    const isNone = found && (isExtra || found.length < limits.facetWords);
    const count = found?.find((each) => each.word === word)?.count ?? (isNone ? 0 : undefined);
    return { value: word, label: word, count, isExtra };
  });
}

/** What the designs of a listing are about, for, and like. */
function WordChoices({
  words,
  facets,
  onChange,
}: {
  readonly words: ListingFilters['words'];
  readonly facets: ListingFacets;
  readonly onChange: (words: ListingFilters['words']) => void;
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

/** Categories and designers: those of the whole shop, so that neither counts nor a choice move any. */
function shelvesOf(
  { filters, options }: FilterPanelProps,
  facets: Facets | undefined,
): Readonly<Record<'categories' | 'designers', readonly Choice[] | undefined>> {
  const categories = options?.categories.map(({ _id, name }) => ({ value: _id, label: name }));
  const designers = options?.designers.map((name) => ({ value: name, label: name }));
  const found = facets && {
    categories: facets.categories.map(({ _id, name, count }) => ({
      value: _id,
      label: name,
      count,
    })),
    designers: facets.designers.map(({ name, count }) => ({ value: name, label: name, count })),
  };
  const nameOf = (id: string) =>
    categories?.find(({ value }) => value === id)?.label ?? 'Unknown category';
  return {
    categories: shelf(categories, found?.categories, filters.categories, nameOf),
    designers: shelf(designers, found?.designers, filters.designers),
  };
}

/** The choices of a shelf, with counts once these are known; undefined until there are any. */
function shelf(
  all: readonly Choice[] | undefined,
  found: readonly Choice[] | undefined,
  chosen: readonly string[],
  labelOf?: (value: string) => string,
): readonly Choice[] | undefined {
  const listed = all && found ? withCounts(all, found) : (all ?? found);
  return listed && withChosen(listed, chosen, found && 0, labelOf);
}

/** All choices; one that isn't among those found leaves no design. */
function withCounts(all: readonly Choice[], found: readonly Choice[]): readonly Choice[] {
  return all.map(
    (choice) => found.find(({ value }) => value === choice.value) ?? { ...choice, count: 0 },
  );
}

/** The sidebar's filters start here; a phone shows them only in the drawer (shop-filters.module.css). */
const wide = '(min-width: 64rem)';

/** Filters by favourites (if there are any), category, designer, words, colour and price; each choice applies at once. */
export function FilterPanel(props: FilterPanelProps) {
  const { filters, options, priceRange, text = '', counted, isSidebar, paper, onChange } = props;
  const panel = useRef<HTMLDivElement>(null);
  const isWide = useMedia(wide);
  const isPainted = useAfterPaint();
  // Next to the cards, these come first.
  const isWanted = !isSidebar || (isWide && isPainted);
  const asked = useFacets(text, filters, isWanted && counted === undefined);
  const found = counted === undefined ? asked : counted;
  if (!isWanted || (found === null && options === null)) return paper;
  const facets = found?.facets;
  const { categories, designers } = shelvesOf(props, facets);
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
      {/* Words come with the counts. What stands below comes with them, or they would move it. */}
      {found === null ? (
        paper
      ) : (
        <>
          <WordChoices
            words={filters.words}
            facets={found}
            onChange={(words) => onChange({ words })}
          />
          <fieldset className={styles.group}>
            <legend className={styles.legend}>Colour</legend>
            <ColorFilter color={filters.color} onChange={(color) => onChange({ color })} />
          </fieldset>
          <fieldset className={styles.group}>
            <legend className={styles.legend}>Price</legend>
            <PriceField filter={filters} range={priceRange} onChange={onChange} />
          </fieldset>
          {countFilters(filters) > 0 && (
            <Button
              variant="paper"
              onClick={() => {
                // The button disappears with the filters, so the focus moves to the panel.
                panel.current?.focus({ preventScroll: true });
                onChange(noFilters);
              }}
            >
              Clear filters
            </Button>
          )}
        </>
      )}
    </div>
  );
}
