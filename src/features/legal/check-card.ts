import { readCard } from '#contract/shop/licence-card.ts';
import type { LicenceFacts } from '#contract/shop/licence-facts.ts';
import { type LicenceRegister, revokedOn } from '#contract/shop/licence-register.ts';
import { fromBase64url } from '#contract/wire/base64url.ts';

/** What checking a licence card found. `unsupported`: this browser can't check signatures. */
export type CheckedCard =
  | { readonly status: 'valid'; readonly facts: LicenceFacts }
  | { readonly status: 'revoked'; readonly facts: LicenceFacts; readonly on: string }
  | { readonly status: 'unknown-key' | 'not-genuine' | 'unsupported' };

/** Checks a card with the keys and revoked licences of the register, and asks nobody. */
export async function checkCard(text: string, register: LicenceRegister): Promise<CheckedCard> {
  const card = readCard(text);
  if (!card) return { status: 'not-genuine' };
  const { facts, signed, signature } = card;
  const publicKey = register.keys.find(({ id }) => id === facts.key)?.publicKey;
  if (publicKey === undefined) return { status: 'unknown-key' };
  // Missing in browsers, and on pages without https.
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  const key = await subtle
    ?.importKey('raw', fromBase64url(publicKey) ?? new Uint8Array(), 'Ed25519', false, ['verify'])
    .catch(() => null);
  if (!key) return { status: 'unsupported' };
  if (!(await subtle.verify('Ed25519', key, signature, signed))) return { status: 'not-genuine' };
  const hash = await subtle.digest('SHA-256', new TextEncoder().encode(facts.id));
  const on = revokedOn(register.revoked, new Uint8Array(hash));
  return on === null ? { status: 'valid', facts } : { status: 'revoked', facts, on };
}
