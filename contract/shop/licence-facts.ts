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

/** Design and licensee may take this many bytes each, as JSON; longer ones end with an ellipsis. */
const maxNameBytes = 76;

/** The bytes to sign. */
export function factsBytes(facts: LicenceFacts): Uint8Array<ArrayBuffer> {
  const { v: version, id, key, design, kind, to, order, on, goods, text, exclusive } = facts;
  const ordered = {
    v: version,
    id,
    key,
    design: shortened(design),
    kind,
    to: shortened(to),
    order,
    on,
    goods,
    text,
    exclusive,
  };
  return new TextEncoder().encode(JSON.stringify(ordered));
}

function shortened(name: string): string {
  if (jsonBytes(name) <= maxNameBytes) return name;
  let short = '';
  for (const character of name) {
    if (jsonBytes(`${short}${character}…`) > maxNameBytes) break;
    short += character;
  }
  return `${short.trimEnd()}…`;
}

function jsonBytes(text: string): number {
  return new TextEncoder().encode(JSON.stringify(text)).length;
}
