import * as v from 'valibot';
import { licenseTypes } from './account.ts';

/** One version of a licence's wording. A bought item keeps the version it was bought under (OP-23). */
export const licenceTextSchema = v.object({
  licenseType: v.picklist(licenseTypes),
  version: v.string(),
  allows: v.array(v.string()),
  forbids: v.array(v.string()),
  /** How many sold goods it covers, and what the next ones need. */
  goods: v.string(),
});
export type LicenceText = v.InferOutput<typeof licenceTextSchema>;

/** Of a list, each version once. */
export const licenceTextsEntries = { licenceTexts: v.array(licenceTextSchema) };
