import { defaultSort, type FilterSort, filterSorts, sorts } from '#contract/shop/sort.ts';
import { Select } from '#ui/select.tsx';
import type { ShopQuery } from './filter-url.ts';
import styles from './sort-menu.module.css';

export const sortLabels: Readonly<Record<FilterSort, string>> = {
  'closest-color': 'Closest colour',
  newest: 'Newest',
  oldest: 'Oldest',
  'price-low-high': 'Price: low to high',
  'price-high-low': 'Price: high to low',
  'a-z': 'Name: A to Z',
  'z-a': 'Name: Z to A',
};

interface SortMenuProps<S extends FilterSort> {
  readonly sorts: readonly S[];
  readonly sort: S | null;
  /** Name of the listing's own order, if it is none of `sorts`. */
  readonly ownOrder?: string;
  readonly onChange: (sort: S | null) => void;
}

export function SortMenu<S extends FilterSort>({
  sorts: offered,
  sort,
  ownOrder,
  onChange,
}: SortMenuProps<S>) {
  return (
    <Select
      className={styles.sort}
      label="Sort by"
      options={offered.map((value) => ({ value, label: sortLabels[value] }))}
      {...(ownOrder !== undefined && { placeholder: ownOrder })}
      value={sort ?? ''}
      onChange={(value) => onChange(offered.find((known) => known === value) ?? null)}
    />
  );
}

interface ShopSortMenuProps {
  readonly query: Pick<ShopQuery, 'sort' | 'color'>;
  readonly onChange: (change: { readonly sort: FilterSort }) => void;
}

/** Orders a listing with filters: with a colour also by the closest. */
export function ShopSortMenu({ query: { sort, color }, onChange }: ShopSortMenuProps) {
  const own = defaultSort(color);
  return (
    <SortMenu<FilterSort>
      sorts={color === null ? sorts : filterSorts}
      sort={sort ?? own}
      onChange={(chosen) => onChange({ sort: chosen ?? own })}
    />
  );
}
