import { useRef } from 'react';
import type { FilterOptions } from '#contract/shop/product.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { ColorFilter } from './color-filter.tsx';
import styles from './filter-panel.module.css';
import { countFilters, noFilters, type ShopFilters, toggled } from './filter-url.ts';
import { PartNote } from './part-note.tsx';
import type { PriceRange } from './price-bounds.ts';
import { PriceField } from './price-field.tsx';

interface FilterPanelProps {
  readonly filters: ShopFilters;
  /** Null while they load. */
  readonly options: FilterOptions | null;
  readonly priceRange: PriceRange;
  readonly onChange: (change: Partial<ShopFilters>) => void;
}

interface ChoicesProps {
  readonly title: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[] | undefined;
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Placeholder lines shown where the choices will be. */
const expected = 4;

function Choices({ title, choices, chosen, onChange }: ChoicesProps) {
  // A new shop has no designs to filter yet.
  if (choices?.length === 0) return null;
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{title}</legend>
      {choices?.map(({ value, label }) => (
        <Checkbox
          key={value}
          className={styles.choice}
          checked={chosen.includes(value)}
          onChange={(isOn) => onChange(toggled(chosen, value, isOn))}
        >
          {label}
        </Checkbox>
      )) ??
        Array.from({ length: expected }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move
          <Skeleton key={place} className={styles.paper} />
        ))}
    </fieldset>
  );
}

/** Filters by favourites (if there are any), category, designer, colour and price; each choice applies at once. */
export function FilterPanel({ filters, options, priceRange, onChange }: FilterPanelProps) {
  const categories = options?.categories.map(({ _id, name }) => ({ value: _id, label: name }));
  const designers = options?.designers.map((name) => ({ value: name, label: name }));
  const panel = useRef<HTMLDivElement>(null);
  return (
    <div ref={panel} className={styles.panel} tabIndex={-1}>
      <PartNote among={options?.among} />
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
    </div>
  );
}
