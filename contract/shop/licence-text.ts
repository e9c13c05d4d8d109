import * as v from 'valibot';
import { licenseTypes } from './account.ts';

/** One version of a licence's wording. A bought item stays under the version it was bought with (OP-23). */
export const licenceTextSchema = v.object({
  licenseType: v.picklist(licenseTypes),
  version: v.string(),
  allows: v.array(v.string()),
  forbids: v.array(v.string()),
  /** How many sold goods it covers, and what is needed beyond that. */
  goods: v.string(),
  /** That number. Missing in answers of an older server. */
  items: v.optional(v.number()),
});
export type LicenceText = v.InferOutput<typeof licenceTextSchema>;

/** The licence texts that a list refers to, each version once. */
export const licenceTextsEntries = { licenceTexts: v.array(licenceTextSchema) };
