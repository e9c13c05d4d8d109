import * as v from 'valibot';

/** What a shop process needs besides itself. */
export const readyParts = ['database', 'files'] as const;
export type ReadyPart = (typeof readyParts)[number];

/** Asks about one part only; about both without it. */
export const readyQuerySchema = v.object({ needs: v.optional(v.picklist(readyParts)) });
