import * as v from 'valibot';
import { fromBase64url, toBase64url } from '../wire/base64url.ts';
import { idSchema } from '../wire/fields.ts';
import { licenseTypes } from './account.ts';

/**
 * A licence card: what a licence says, signed by the shop with Ed25519, so that anyone can check it without
 * asking the shop. It is the UTF-8 of the facts' JSON, followed by the signature of those bytes.
 */

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
});
export type LicenceFacts = v.InferOutput<typeof licenceFactsSchema>;

/** The most bytes of a card: facts and signature. */
export const maxCardBytes = 400;

const signatureBytes = 64;

/** Design and licensee may take this many bytes each, as JSON; longer ones end with an ellipsis. */
const maxNameBytes = 76;

/** The bytes to sign. */
export function factsBytes(facts: LicenceFacts): Uint8Array<ArrayBuffer> {
  const { v: version, id, key, design, kind, to, order, on, goods, text } = facts;
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
  };
  return new TextEncoder().encode(JSON.stringify(ordered));
}

/** The card as text, as it is in the QR code's URL. */
export function cardText(signed: Uint8Array, signature: Uint8Array): string {
  return toBase64url(Uint8Array.from([...signed, ...signature]));
}

/** A card as found, not checked yet. */
export interface UncheckedCard {
  readonly facts: LicenceFacts;
  readonly signed: Uint8Array<ArrayBuffer>;
  readonly signature: Uint8Array<ArrayBuffer>;
}

/** Reads a card without checking its signature; null if the shop can't have written it. */
export function readCard(text: string): UncheckedCard | null {
  const bytes = fromBase64url(text);
  if (!bytes || bytes.length <= signatureBytes || bytes.length > maxCardBytes) return null;
  const signed = bytes.slice(0, -signatureBytes);
  try {
    const json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(signed));
    const { success, output } = v.safeParse(licenceFactsSchema, json);
    return success ? { facts: output, signed, signature: bytes.slice(-signatureBytes) } : null;
  } catch {
    return null;
  }
}

/** The card in a pasted link or text; an empty text if there is none. */
export function cardIn(pasted: string): string {
  const [, ofLink] = /#v=(.*)$/s.exec(pasted) ?? [];
  return (ofLink ?? pasted).replaceAll(/\s/g, '');
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
