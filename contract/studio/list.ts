import * as v from 'valibot';
import { countSchema } from '../wire/fields.ts';

/** Rows per page in every list of the studio. */
export const studioPageSize = 50;

/**
 * Matches are counted up to this number in the lists that may have millions of rows: orders, buyers and the activity
 * log. Later pages can be opened one after the other.
 */
export const mostCounted = 10_000;

/** The page of a list, counted from 1. */
export const listQueryEntries = { page: countSchema(1, 1_000_000) };

/** A page of a list. `total` counts all matches; `totalPages` is 1 if there are none. */
export function listAnswerSchema<S extends v.GenericSchema>(item: S) {
  return v.object({
    items: v.array(item),
    total: v.number(),
    totalPages: v.number(),
  });
}

/** A page of a list that may be too long to be counted: if `isCounted` is false, `total` is at least how many match. */
export function longListAnswerSchema<S extends v.GenericSchema>(item: S) {
  return v.object({ ...listAnswerSchema(item).entries, isCounted: v.boolean() });
}
