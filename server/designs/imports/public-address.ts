import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** All IPv6 addresses assigned for public use; ipaddr.js considers the others public too. */
const [globalNetwork, globalPrefix] = ipaddr.parseCIDR('2000::/3');

/** Whether an IP address is public, by IANA's registries of special-purpose addresses. */
export function isPublicAddress(text: string): boolean {
  // ipaddr.js also parses forms such as 127.1, which other software reads differently.
  if (!isIP(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || address.match(globalNetwork, globalPrefix);
}

/**
 * Returns the first IP address of a host; null if it has none, or if any of them isn't public: a name that
 * leads to both is a trap.
 */
export async function publicAddressOf(host: string): Promise<string | null> {
  const found = isIP(host) ? [{ address: host }] : await lookup(host, { all: true });
  return found.every(({ address }) => isPublicAddress(address))
    ? (found[0]?.address ?? null)
    : null;
}
