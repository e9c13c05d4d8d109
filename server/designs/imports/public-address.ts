import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** All that is assigned for public use in IPv6; ipaddr.js takes the rest for public too. */
const [globalNetwork, globalPrefix] = ipaddr.parseCIDR('2000::/3');

/** Whether an IP address belongs to the public network, by IANA's registries of special-purpose addresses. */
export function isPublicAddress(text: string): boolean {
  // ipaddr.js would also read 127.1, and others don't agree on what that means.
  if (!isIP(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || address.match(globalNetwork, globalPrefix);
}

/**
 * The first IP address of a host; null where it has none, or where one of them isn't of the public
 * network: a name that leads to both is a trap.
 */
export async function publicAddressOf(host: string): Promise<string | null> {
  const found = isIP(host) ? [{ address: host }] : await lookup(host, { all: true });
  return found.every(({ address }) => isPublicAddress(address))
    ? (found[0]?.address ?? null)
    : null;
}
