import type { BulkSelection } from '#contract/studio/bulk-actions.ts';

export interface DesignSelection {
  readonly ids: ReadonlySet<string>;
  /** All results of the list's filter are selected, on all pages. */
  readonly isEverything: boolean;
}

export const nothingSelected: DesignSelection = { ids: new Set(), isEverything: false };

/** The list of which something is selected: a page of what a filter matches. */
interface ListedPage {
  readonly rows: readonly { readonly id: string }[];
  /** Of all pages. */
  readonly total: number;
  readonly filter: Omit<Extract<BulkSelection, { of: 'filter' }>, 'of'>;
}

/** Selects some designs of the page, or ends that. */
export function withDesigns(
  { ids: before }: DesignSelection,
  ids: readonly string[],
  isSelected: boolean,
): DesignSelection {
  const after = new Set(before);
  for (const id of ids) {
    if (isSelected) after.add(id);
    else after.delete(id);
  }
  return { ids: after, isEverything: false };
}

/** Selects all results, on all pages. */
export function withEverything({ ids }: DesignSelection): DesignSelection {
  return { ids, isEverything: true };
}

/** What a bulk change of the selection is about, and what more can be selected. */
export function selectedIn({ ids, isEverything }: DesignSelection, page: ListedPage) {
  const { rows, total, filter } = page;
  const chosen = rows.flatMap(({ id }) => (ids.has(id) ? [id] : []));
  const isAll = chosen.length === rows.length;
  const selection: BulkSelection = isEverything
    ? { of: 'filter', ...filter }
    : { of: 'named', ids: chosen };
  return {
    selection,
    /** How many designs that is; 0: nothing is selected. */
    count: chosen.length > 0 && isEverything ? total : chosen.length,
    /** Whether the whole page is selected. */
    isAll,
    /** How many designs all pages have, if they can be selected too; else null. */
    all: isAll && !isEverything && total > rows.length ? total : null,
  };
}
