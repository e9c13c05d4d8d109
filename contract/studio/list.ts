import * as v from 'valibot';
import { countSchema } from '../wire/fields.ts';

/** Rows of one page of any list of the studio. */
export const studioPageSize = 50;

/** Which page of a list, counted from 1. */
export const listQueryEntries = { page: countSchema(1, 1_000_000) };

/** A page of a list: `total` counts all that match, `totalPages` is 1 where there are none. */
export function listAnswerSchema<S extends v.GenericSchema>(item: S) {
  return v.object({
    items: v.array(item),
    total: v.number(),
    totalPages: v.number(),
  });
}
