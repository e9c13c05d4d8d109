import { expect } from 'vitest';
import { cardText, readCard, shortCard } from '#contract/shop/licence-card.ts';
import { fromBase64url, toBase64url } from '#contract/wire/base64url.ts';

export const signature = Uint8Array.from({ length: 64 }, (_, place) => (place * 37 + 11) % 256);

export function shortOf(card: string): string {
  const read = readCard(card);
  if (!read) throw new Error('not a card');
  return shortCard(read);
}

/** The card in its first form, made from a text of any form. */
export function longOf(text: string): string | null {
  const read = readCard(text);
  return read && cardText(read.signed, read.signature);
}

/** Expects that each changed bit of a card's short form makes other facts or no card, and so do more or fewer bytes. */
export function expectEachBitToCount(card: string): void {
  const short = shortOf(card);
  const bytes = fromBase64url(short) ?? new Uint8Array();
  const long = longOf(short);

  for (let at = 0; at < bytes.length * 8; at += 1) {
    const changed = bytes.slice();
    const byte = Math.floor(at / 8);
    changed[byte] = (changed[byte] ?? 0) ^ (128 >> (at % 8));
    expect(longOf(toBase64url(changed)), `bit ${at}`).not.toBe(long);
  }
  for (const text of [short.slice(0, -1), `${short}A`, `${short}AAAA`, short.slice(0, 90)]) {
    expect(readCard(text), text).toBeNull();
  }
}
