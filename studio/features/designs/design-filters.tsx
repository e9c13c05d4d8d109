import { useEffect, useEffectEvent, useState } from 'react';
import {
  type DesignSort,
  designParts,
  designSorts,
  designStatuses,
} from '#contract/studio/designs.ts';
import { limits } from '#contract/wire/limits.ts';
import { Select } from '#ui/select.tsx';
import { TextField } from '#ui/text-field.tsx';
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
  readonly search?: string;
  readonly status?: string;
  readonly missing?: string;
  readonly sort?: DesignSort;
}

interface DesignFiltersProps extends Required<DesignView> {
  readonly onLook: (at: DesignView) => void;
}

export function DesignFilters({ search, status, missing, sort, onLook }: DesignFiltersProps) {
  const [text, setText] = useState(search);
  const [asked, setAsked] = useState(search);
  const ask = useEffectEvent((typed: string) => {
    // Setting the same URL again would go back to the first page, and stop a link that was just clicked.
    if (typed === asked) return;
    setAsked(typed);
    onLook({ search: typed });
  });

  // The URL changed from elsewhere: Back, or a reset of the filters.
  if (search !== asked) {
    setAsked(search);
    setText(search);
  }

  useEffect(() => {
    const typed = text.trim();
    const timer = setTimeout(() => ask(typed), limits.searchDebounceMs);
    return () => clearTimeout(timer);
  }, [text]);

  return (
    <search className={styles.filters}>
      <TextField
        label="Search"
        type="search"
        placeholder="Title or SKU"
        maxLength={200}
        autoComplete="off"
        value={text}
        onChange={setText}
      />
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
