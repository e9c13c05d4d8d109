import { type Sort, sorts } from '#contract/shop/sort.ts';
import { Select } from '#ui/select.tsx';
import styles from './sort-menu.module.css';

export const sortLabels: Readonly<Record<Sort, string>> = {
  newest: 'Newest',
  oldest: 'Oldest',
  'price-low-high': 'Price: low to high',
  'price-high-low': 'Price: high to low',
  'a-z': 'Name: A to Z',
  'z-a': 'Name: Z to A',
};

const options = sorts.map((sort) => ({ value: sort, label: sortLabels[sort] }));

interface SortMenuProps {
  readonly sort: Sort | null;
  /** Name of the listing's own order, if it is none of the six. */
  readonly ownOrder?: string;
  readonly onChange: (sort: Sort | null) => void;
}

export function SortMenu({ sort, ownOrder, onChange }: SortMenuProps) {
  return (
    <Select
      className={styles.sort}
      label="Sort by"
      options={options}
      {...(ownOrder !== undefined && { placeholder: ownOrder })}
      value={sort ?? ''}
      onChange={(value) => onChange(sorts.find((known) => known === value) ?? null)}
    />
  );
}
