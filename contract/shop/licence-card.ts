import * as v from 'valibot';
import { fromBase64url, toBase64url } from '../wire/base64url.ts';
import { factsBytes, isYearly, type LicenceFacts, licenceFactsSchema } from './licence-facts.ts';
import { paths } from './paths.ts';
import { readShort, writeShort } from './short-card.ts';

/**
 * A licence card: what a licence says, signed by the shop with Ed25519, so that anyone can check it without
 * asking the shop. It is the UTF-8 of the facts' JSON, followed by the signature of those bytes; or its short form.
 */

/** The most bytes of a card: facts and signature. */
export const maxCardBytes = 420;

const signatureBytes = 64;

/** The card as text, as it is stored and in links. */
export function cardText(signed: Uint8Array, signature: Uint8Array): string {
  return toBase64url(Uint8Array.from([...signed, ...signature]));
}

/** A card as found, not checked yet. */
export interface UncheckedCard {
  readonly facts: LicenceFacts;
  readonly signed: Uint8Array<ArrayBuffer>;
  readonly signature: Uint8Array<ArrayBuffer>;
}

/** Reads a card of either form without checking its signature; null if the shop can't have written it. */
export function readCard(text: string): UncheckedCard | null {
  const bytes = fromBase64url(text);
  if (!bytes || bytes.length <= signatureBytes || bytes.length > maxCardBytes) return null;
  try {
    return isShort(text) ? readShortCard(text, bytes) : readSignedJson(bytes);
  } catch {
    return null;
  }
}

/** The card in its short form, for a QR code; the card itself if it has facts that the form has no place for. */
export function shortCard(card: UncheckedCard): string {
  try {
    const short = toBase64url(writeShort(card.facts, card.signature));
    const again = readCard(short);
    if (
      again &&
      cardText(again.signed, again.signature) === cardText(card.signed, card.signature)
    ) {
      return short;
    }
  } catch {
    // A fact of an unusual size.
  }
  return cardText(card.signed, card.signature);
}

/**
 * Where anyone can check a card. It is in the fragment, which browsers send to nobody. The short form, cards with a
 * company and those of yearly licences have marks of their own, so that a device with an earlier version finds no card
 * rather than a false one.
 */
export function licenceCheckPath(card: string): string {
  return `${paths.licence.path}#${markOf(card)}=${card}`;
}

function markOf(card: string): string {
  const facts = readCard(card)?.facts;
  if (facts && isYearly(facts)) return 'y';
  if (facts?.company !== undefined) return 'b';
  return isShort(card) ? 'c' : 'v';
}

/** The card that a link has in its fragment; null if it has none. */
export function linkedCard(link: string): string | null {
  return /#[bcvy]=(.*)$/s.exec(link)?.[1] ?? null;
}

/** The card in a pasted link or text; an empty text if there is none. */
export function cardIn(pasted: string): string {
  return (linkedCard(pasted) ?? pasted).replaceAll(/\s/g, '');
}

/** Only the first form begins with `{"`. */
function isShort(text: string): boolean {
  return !text.startsWith('ey');
}

function readSignedJson(bytes: Uint8Array<ArrayBuffer>): UncheckedCard | null {
  const signed = bytes.slice(0, -signatureBytes);
  const json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(signed));
  const { success, output } = v.safeParse(licenceFactsSchema, json);
  return success ? { facts: output, signed, signature: bytes.slice(-signatureBytes) } : null;
}

/** Its signature is of the JSON, which its facts make again. */
function readShortCard(text: string, bytes: Uint8Array): UncheckedCard | null {
  const { facts, signature } = readShort(bytes);
  const { success, output } = v.safeParse(licenceFactsSchema, facts);
  // No second text has the same facts.
  if (!success || toBase64url(writeShort(output, signature)) !== text) return null;
  return { facts: output, signed: factsBytes(output), signature };
}
