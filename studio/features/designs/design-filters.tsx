import {
  type DesignSort,
  designParts,
  designSorts,
  designStatuses,
} from '#contract/studio/designs.ts';
import { Select } from '#ui/select.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import styles from './design-filters.module.css';
import { lackNames } from './lack-names.ts';
import { statusNames } from './status-sticker.tsx';

const sortNames: Readonly<Record<DesignSort, string>> = {
  updated: 'Last changed',
  title: 'Title',
  'price-low-high': 'Price, lowest first',
  'price-high-low': 'Price, highest first',
  'most-sold': 'Most sold',
};

export const missingChoices = [...designParts, 'nothing'] as const;
const missingNames = { ...lackNames, nothing: 'Nothing: ready to publish' };

/** What is listed, as in the URL; an empty value shows all. */
export interface DesignView {
  readonly status?: string;
  readonly missing?: string;
  readonly sort?: DesignSort;
}

interface DesignFiltersProps extends Required<DesignView> {
  readonly onLook: (at: DesignView) => void;
}

export function DesignFilters({ status, missing, sort, onLook }: DesignFiltersProps) {
  return (
    <search className={styles.filters}>
      <SearchField label="Search" placeholder="Title or SKU" maxLength={200} />
      <Select
        label="Status"
        value={status}
        placeholder="All"
        options={designStatuses.map((value) => ({ value, label: statusNames[value] }))}
        onChange={(value) => onLook({ status: value })}
      />
      <Select
        label="Missing"
        value={missing}
        placeholder="Any"
        options={missingChoices.map((value) => ({ value, label: missingNames[value] }))}
        onChange={(value) => onLook({ missing: value })}
      />
      <Select
        label="Sort by"
        value={sort}
        options={designSorts.map((value) => ({ value, label: sortNames[value] }))}
        onChange={(value) => onLook({ sort: value as DesignSort })}
      />
    </search>
  );
}
