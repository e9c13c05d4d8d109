import * as v from 'valibot';
import { idSchema } from '../wire/fields.ts';
import { licenseTypes } from './account.ts';

/** The facts, in the order in which they are signed. Short names, because the card has to fit a QR code. */
export const licenceFactsSchema = v.strictObject({
  v: v.literal(1),
  /** The bought item's id. */
  id: idSchema,
  /** The id of the key that signed. */
  key: v.pipe(v.string(), v.regex(/^[0-9a-f]{8}$/)),
  design: v.string(),
  kind: v.picklist(licenseTypes),
  /** The licensee: the name on the account at purchase. */
  to: v.string(),
  /** The company on the account at purchase. Missing if there was none, and on cards of earlier versions. */
  company: v.optional(v.string()),
  /** The order's number. */
  order: v.string(),
  /** The day of the order, in the shop's time zone; in UTC on cards of earlier versions. */
  on: v.pipe(v.string(), v.isoDate()),
  /** How many goods it covers. */
  goods: v.number(),
  /** The version of the licence text. */
  text: v.string(),
  /** The shop licenses it to nobody else. Missing on all other cards. */
  exclusive: v.optional(v.literal(true)),
});
export type LicenceFacts = v.InferOutput<typeof licenceFactsSchema>;

/** A name may take this many bytes, as JSON, and all of a card twice as many; longer ones end with an ellipsis. */
const maxNameBytes = 76;
const maxNamesBytes = 2 * maxNameBytes;
/** What a company takes besides its name. */
const companyBytes = '"company":,'.length;

/** The bytes to sign. */
export function factsBytes(facts: LicenceFacts): Uint8Array<ArrayBuffer> {
  const {
    v: version,
    id,
    key,
    design,
    kind,
    to,
    company,
    order,
    on,
    goods,
    text,
    exclusive,
  } = facts;
  const most = mostBytes([design, to], company);
  const ordered = {
    v: version,
    id,
    key,
    design: shortened(design, most),
    kind,
    to: shortened(to, most),
    company: company === undefined ? undefined : shortened(company, most),
    order,
    on,
    goods,
    text,
    exclusive,
  };
  return new TextEncoder().encode(JSON.stringify(ordered));
}

/** How many bytes a name may take: more than its share if others need less of theirs. Names that were cut stay as they are. */
function mostBytes(names: readonly string[], company: string | undefined): number {
  const all = company === undefined ? names : [...names, company];
  let left = maxNamesBytes - (company === undefined ? 0 : companyBytes);
  for (const [place, bytes] of all
    .map(jsonBytes)
    .toSorted((a, b) => a - b)
    .entries()) {
    const share = Math.floor(left / (all.length - place));
    if (bytes > share) return Math.min(share, maxNameBytes);
    left -= bytes;
  }
  return maxNameBytes;
}

function shortened(name: string, most: number): string {
  if (jsonBytes(name) <= most) return name;
  let short = '';
  for (const character of name) {
    if (jsonBytes(`${short}${character}…`) > most) break;
    short += character;
  }
  return `${short.trimEnd()}…`;
}

function jsonBytes(text: string): number {
  return new TextEncoder().encode(JSON.stringify(text)).length;
}
