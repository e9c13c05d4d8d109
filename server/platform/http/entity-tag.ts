const tagInList = /"([^"]*)"/g;
/** What proxies and servers append to a tag when they compress the body: Apache and Caddy `-gzip`, Jetty `--gzip`, others `;gzip`. */
const encodingSuffix = /(?:--?|;)(?:gzip|br|zstd|deflate)$/;

/**
 * Whether an If-None-Match header names this ETag, so that its sender already has the content. Compared weakly: neither
 * `W/` counts nor what a proxy appends for its compression.
 */
export function isKnownTo(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch === etag) return true;
  if (ifNoneMatch.trim() === '*') return true;
  const wanted = opaque(etag);
  return Array.from(ifNoneMatch.matchAll(tagInList), ([, tag = '']) => tag).some(
    (tag) => tag === wanted || tag.replace(encodingSuffix, '') === wanted,
  );
}

/**
 * Whether a range may continue what the sender has, by its If-Range header. Compared strongly (RFC 9110): the sender of a
 * changed tag may have compressed bytes, which these would not continue.
 */
export function isContinuedBy(ifRange: string | null, etag: string): boolean {
  return ifRange === null || ifRange.trim() === etag;
}

function opaque(etag: string): string {
  return etag.replace(/^W\//, '').slice(1, -1);
}
