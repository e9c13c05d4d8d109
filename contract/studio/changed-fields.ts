import * as v from 'valibot';
import { messages } from '../messages/messages.ts';

/** Saving only the fields that changed, so that several people can edit the same thing (decision 035). */

/** What only the server says. */
export const conflictMessages = {
  changedBy: (name: string) => `${name} changed this too.`,
  notSaved: 'Someone else changed this too. Nothing was saved. Reload and try again.',
} as const;

/**
 * What a form saves: only the fields that changed, and in `base` the values that these had when they were
 * read. Other people's changes of other fields stay. If somebody changed the same field to another value, the
 * save is refused as CHANGED_MEANWHILE, with who did it for each such field. `base` must accept whatever can
 * be read.
 */
export function changedFieldsSchema<B extends v.ObjectEntries, C extends v.ObjectEntries>(
  base: B,
  changes: C,
) {
  return v.pipe(
    v.object({ base: v.partial(v.object(base)), changes: v.partial(v.object(changes)) }),
    v.check(
      (saved) => Object.keys(saved.changes).every((field) => field in saved.base),
      messages.invalid.fields,
    ),
  );
}
