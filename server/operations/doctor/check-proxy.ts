import { randomBytes } from 'node:crypto';
import { studioCallPath } from '#contract/studio/calls.ts';
import { untrustedProxyText } from '../../platform/http/untrusted-proxy.ts';
import { type Finding, found, ok, type Patient } from './finding.ts';
import { provedBy } from './identity.ts';

/** Asks the shop at its public address whether it trusts the proxy that the request came through. */
export async function checkProxy(
  { env, signingKey, fetch }: Patient,
  signal: AbortSignal,
): Promise<Finding> {
  const nonce = randomBytes(16).toString('hex');
  const url = `${env.publicUrl}${studioCallPath('identify')}?nonce=${nonce}`;
  const body = await fetch(url, { signal, redirect: 'manual' })
    .then((response) => response.json())
    .catch(() => {
      if (signal.aborted) throw signal.reason;
      return null;
    });
  const way = provedBy(signingKey, nonce, (body as { proof?: unknown } | null)?.proof);
  if (way === 'untrustedProxy') {
    return found(
      'fault',
      untrustedProxyText,
      'Set TRUST_PROXY to the address from which the proxy connects (the shop’s log names it), such as 127.0.0.1,::1 on the same machine.',
    );
  }
  if (way === 'silentProxy') {
    return found(
      'fault',
      'The proxy doesn’t tell the shop who its visitors are, so all of them count as one: a hundred wrong passwords of one lock everybody out.',
      'Have the proxy send X-Forwarded-For with the visitor’s address, as the samples in deploy/ do.',
    );
  }
  if (way === 'hiddenByCdn') {
    return found(
      'fault',
      'The proxy takes the CDN before it for the visitor, so all visitors of one of the CDN’s servers count as one: a hundred wrong passwords of one lock them out.',
      'Have the proxy take the visitor’s address from the CDN’s header: docs/operating.md, “Go to production”, says how.',
    );
  }
  if (way === null) return ok('Not known, because this shop doesn’t answer at its public address.');
  return ok('The shop tells its visitors apart by their addresses.');
}
