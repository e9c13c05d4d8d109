import ipaddr from 'ipaddr.js';

/** An IPv4 or IPv6 address. An IPv4-mapped IPv6 address is its IPv4 address. */
export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/** A network: an address and the number of its leading bits that count. */
export type IpRange = readonly [IpAddress, number];

/** How many bits of an IPv6 address precede an IPv4 address mapped into it. */
const mappedBits = 96;

/**
 * Parses `1.2.3.4`, `1.2.3.4:80`, `2001:db8::1`, `[2001:db8::1]`, `[2001:db8::1]:80` and `::ffff:1.2.3.4`.
 * Null for anything else, including other forms of IPv4 such as `127.1`.
 */
export function parseIpAddress(text: string): IpAddress | null {
  const host = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  if (ipaddr.IPv4.isValidFourPartDecimal(host)) return ipaddr.IPv4.parse(host);
  return ipaddr.IPv6.isValid(host) ? ipaddr.process(host) : null;
}

/** Parses an address or a range such as `10.0.0.0/8`. Null for anything else. */
export function parseIpRange(text: string): IpRange | null {
  const [, host = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const address = parseIpAddress(host);
  // An address with a port isn't a network.
  if (!address || /^\[|^[\d.]+:\d/.test(host)) return null;
  const bits = address.toByteArray().length * 8;
  if (prefix === undefined) return [address, bits];
  const isMapped = bits === 32 && host.includes(':');
  const length = Number(prefix) - (isMapped ? mappedBits : 0);
  return length >= 0 && length <= bits ? [address, length] : null;
}

export function isInRange(address: IpAddress, [network, prefix]: IpRange): boolean {
  return address.kind() === network.kind() && address.match(network, prefix);
}
