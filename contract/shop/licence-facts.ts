import * as v from 'valibot';
import { idSchema } from '../wire/fields.ts';
import { licenseTypes } from './account.ts';

/** What every card says. Short names, because the card has to fit a QR code. */
const common = {
  v: v.literal(1),
  /** The bought item's id. */
  id: idSchema,
  /** The id of the key that signed. */
  key: v.pipe(v.string(), v.regex(/^[0-9a-f]{8}$/)),
  kind: v.picklist(licenseTypes),
  /** The licensee: the name on the account at purchase. */
  to: v.string(),
  /** The company on the account at purchase. Missing if there was none, and on cards of earlier versions. */
  company: v.optional(v.string()),
  /** The order's number. */
  order: v.string(),
  /** The day of the order, in the shop's time zone; in UTC on cards of earlier versions. */
  on: v.pipe(v.string(), v.isoDate()),
  /** The version of the licence text. */
  text: v.string(),
};

const designFactsSchema = v.strictObject({
  ...common,
  design: v.string(),
  /** How many goods it covers. */
  goods: v.number(),
  /** The shop licenses it to nobody else. Missing on all other cards. */
  exclusive: v.optional(v.literal(true)),
});
/** Of the licence of one design. */
export type DesignFacts = v.InferOutput<typeof designFactsSchema>;

const yearlyFactsSchema = v.strictObject({
  ...common,
  /** The first and the last day, such as `2027-06-12`, in the shop's time zone. */
  from: v.pipe(v.string(), v.isoDate()),
  until: v.pipe(v.string(), v.isoDate()),
});
/** Of a yearly licence, which covers every design of its licensee. */
export type YearlyFacts = v.InferOutput<typeof yearlyFactsSchema>;

export const licenceFactsSchema = v.union([designFactsSchema, yearlyFactsSchema]);
export type LicenceFacts = v.InferOutput<typeof licenceFactsSchema>;

export function isYearly(facts: LicenceFacts): facts is YearlyFacts {
  return 'until' in facts;
}

/** A name may take this many bytes, as JSON, and all of a card twice as many; longer ones end with an ellipsis. */
const maxNameBytes = 76;
const maxNamesBytes = 2 * maxNameBytes;
/** What a company takes besides its name. */
const companyBytes = '"company":,'.length;

/** The bytes to sign. Their order never changes, because the short form makes them again. */
export function factsBytes(facts: LicenceFacts): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(ordered(facts)));
}

function ordered(facts: LicenceFacts) {
  const { v: version, id, key, kind, order, on, text } = facts;
  const most = mostBytes(isYearly(facts) ? [facts.to] : [facts.design, facts.to], facts.company);
  const to = shortened(facts.to, most);
  const company = facts.company === undefined ? undefined : shortened(facts.company, most);
  const start = { v: version, id, key };
  if (isYearly(facts)) {
    const { from, until } = facts;
    return { ...start, kind, to, company, order, on, text, from, until };
  }
  const { goods, exclusive } = facts;
  const design = shortened(facts.design, most);
  return { ...start, design, kind, to, company, order, on, goods, text, exclusive };
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
