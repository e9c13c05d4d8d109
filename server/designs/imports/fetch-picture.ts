import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { publicAddressOf } from './public-address.ts';

/** Why a picture can't be fetched, in words for the studio. */
export class PictureProblem extends Error {
  override name = 'PictureProblem';
}

/** A problem that is often over after a moment. `waitMs`: how long the server asks to wait; null: it doesn't say. */
class PassingProblem extends PictureProblem {
  readonly waitMs: number | null;
  constructor(message: string, waitMs: number | null) {
    super(message);
    this.waitMs = waitMs;
  }
}

export interface PictureLimits {
  readonly bytes: number;
  /** For one download, including redirects. */
  readonly milliseconds: number;
  readonly redirects: number;
  readonly tries: number;
  /** Before the second try, and doubled before the next; longer if the server asks for it. */
  readonly waitMs: number;
  /** A server that asks to wait longer isn't asked again. */
  readonly longestWaitMs: number;
}

const usualLimits: PictureLimits = {
  bytes: 30 * 1024 * 1024,
  milliseconds: 30_000,
  redirects: 4,
  tries: 3,
  waitMs: 1000,
  longestWaitMs: 60_000,
};

const later = 'It asks to wait for more than a minute: retry this picture later.';

/** What a server answers that is busy or restarting. */
const isPassingStatus = (status: number) => [408, 425, 429].includes(status) || status >= 500;
/** How a connection fails that may work the next time; unlike a name that doesn't exist. */
const passingCodes = new Set([
  ...['ECONNRESET', 'ECONNREFUSED', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'HPE_INVALID_EOF_STATE'],
]);

/**
 * Downloads a picture from the public web, and tries again if its server is busy or the connection breaks, while
 * `isWanted`.
 * @throws PictureProblem, or the reason of `stop` once that is aborted
 */
export async function fetchPicture(
  address: string,
  isOwnNetworkOpen: boolean,
  stop: AbortSignal,
  {
    isWanted = async () => true,
    ...given
  }: Partial<PictureLimits> & { readonly isWanted?: () => Promise<boolean> } = {},
): Promise<Buffer> {
  const limits = { ...usualLimits, ...given };
  for (let tried = 1; ; tried += 1) {
    try {
      return await fetchOnce(address, isOwnNetworkOpen, stop, limits);
    } catch (error) {
      if (!(error instanceof PassingProblem) || tried >= limits.tries) throw error;
      const wait = Math.max(error.waitMs ?? 0, limits.waitMs * 2 ** (tried - 1));
      if (wait > limits.longestWaitMs) throw new PictureProblem(`${error.message} ${later}`);
      await pause(wait, undefined, { signal: stop }).catch(() => stop.throwIfAborted());
      if (!(await isWanted())) throw error;
    }
  }
}

/**
 * Resolves the host here and connects to the address that was checked, so that no name can lead into the shop's own
 * network; each redirect is checked in the same way. `isOwnNetworkOpen` allows that network, for a studio that has its
 * pictures there.
 */
async function fetchOnce(
  address: string,
  isOwnNetworkOpen: boolean,
  stop: AbortSignal,
  limits: PictureLimits,
): Promise<Buffer> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(limits.milliseconds)]);
  let url = parseUrl(address);
  try {
    for (let left = limits.redirects; left >= 0; left -= 1) {
      const response = await ask(url, isOwnNetworkOpen, signal);
      const { statusCode = 0, headers } = response;
      if (statusCode === 200) return await readBody(response, limits.bytes);
      response.destroy();
      const refusal = `The address answered with status ${statusCode}.`;
      if (isPassingStatus(statusCode)) {
        throw new PassingProblem(refusal, askedWaitMs(headers['retry-after']));
      }
      if (![301, 302, 303, 307, 308].includes(statusCode) || !headers.location) {
        throw new PictureProblem(refusal);
      }
      url = parseUrl(headers.location, url);
    }
  } catch (error) {
    stop.throwIfAborted();
    if (error instanceof PictureProblem) throw error;
    if (signal.aborted) {
      throw new PictureProblem(
        `Its server took longer than ${limits.milliseconds / 1000} seconds.`,
      );
    }
    const unreachable = 'Its server can’t be reached.';
    const code = String(Reflect.get(error as object, 'code'));
    throw passingCodes.has(code)
      ? new PassingProblem(unreachable, null)
      : new PictureProblem(unreachable);
  }
  throw new PictureProblem('Too many redirects.');
}

/** How long a `Retry-After` header asks to wait: it has seconds or a date. */
function askedWaitMs(header: string | undefined): number | null {
  if (header === undefined) return null;
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(wait) ? null : Math.max(0, wait);
}

function parseUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base);
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new PictureProblem('The address must start with http:// or https://.');
  }
  if (url.username || url.password) {
    throw new PictureProblem('The address contains a password.');
  }
  return url;
}

async function ask(
  url: URL,
  isOwnNetworkOpen: boolean,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const name = url.hostname.replace(/^\[|\]$/g, '');
  const host = isOwnNetworkOpen ? name : await unlessAborted(signal, publicHost(url, name));
  const isSecure = url.protocol === 'https:';
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  (isSecure ? requestSecure : requestPlain)({
    host,
    port: url.port || (isSecure ? 443 : 80),
    path: url.pathname + url.search,
    // A certificate is for the name, not the IP address.
    ...(isSecure && !isIP(name) && { servername: name }),
    headers: {
      Host: url.host,
      'User-Agent': 'Pinwheel',
      Accept: 'image/png, image/jpeg, image/webp',
      'Accept-Encoding': 'identity',
    },
    agent: false,
    signal,
  })
    .once('response', resolve)
    .on('error', reject)
    .end();
  return promise;
}

/** A DNS lookup can't be aborted, so this only stops waiting for it. */
async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  return Promise.race([work, aborted]);
}

async function publicHost(url: URL, name: string): Promise<string> {
  // Other ports may belong to services other than the web.
  const address = url.port === '' ? await publicAddressOf(name) : null;
  if (address === null) {
    throw new PictureProblem('The address is on a private network.');
  }
  return address;
}

async function readBody(response: IncomingMessage, most: number): Promise<Buffer> {
  const tooLarge = () => new PictureProblem(`It is larger than ${most / 1024 / 1024} MB.`);
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    if (Number(response.headers['content-length'] ?? 0) > most) throw tooLarge();
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.byteLength;
      if (bytes > most) throw tooLarge();
      chunks.push(chunk);
    }
  } finally {
    response.destroy();
  }
  return Buffer.concat(chunks);
}
