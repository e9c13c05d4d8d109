import * as v from 'valibot';

/**
 * What a design is searched by beside its title: what it shows, what it is for, how it is drawn and
 * its main colours. The studio edits them and importers fill them from tags.
 */

/** Lower-case words or short phrases of each kind, most important first. */
export const keywordsSchema = v.object({
  motif: v.array(v.string()),
  occasion: v.array(v.string()),
  style: v.array(v.string()),
  color: v.array(v.string()),
});
export type Keywords = v.InferOutput<typeof keywordsSchema>;

export const noKeywords: Keywords = { motif: [], occasion: [], style: [], color: [] };
