import { StoreUnreachable } from '../file-store.ts';
import type { Bucket } from './bucket.ts';
import { nameOf } from './s3-errors.ts';
import { whileStored } from './try-bucket.ts';

/** How long each answer is waited for. */
const answerMs = 5_000;
const file = { name: 'file', mediaType: 'application/octet-stream' };
const range = 'bytes=0-9';

/** Why a browser can't read what the bucket answers to a page. */
export interface Obstacle {
  /** A clause, such as `its answer to GET doesn’t name the page`. */
  readonly text: string;
  /** False if the bucket couldn't be asked from here, so that a browser may fare better. */
  readonly isKnown: boolean;
}

/**
 * Downloads a part of a small file as a browser does for a page of `origin`: with a preflight request, then with a GET.
 * Null: the page gets it. @throws StoreUnreachable if no file can be stored to ask for
 */
export function askAsBrowser(bucket: Bucket, origin: string): Promise<Obstacle | null> {
  return whileStored(bucket, async (path) => {
    const address = await bucket.urlOf(path, file);
    try {
      return (await askBefore(address, origin)) ?? (await askForPart(address, origin));
    } catch (error) {
      if (error instanceof StoreUnreachable) throw error;
      // `fetch` itself says only that it failed.
      const cause = error instanceof Error ? (error.cause ?? error) : error;
      return { text: `it can’t be asked from here (${nameOf(cause)})`, isKnown: false };
    }
  });
}

/**
 * The preflight request. Browsers read answers to GET whatever the methods are, but a server that doesn't name it sends
 * those without permission.
 */
async function askBefore(address: string, origin: string): Promise<Obstacle | null> {
  const { ok, status, headers } = await fetch(address, {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': 'range',
    },
    redirect: 'manual',
    signal: AbortSignal.timeout(answerMs),
  });
  if (!ok) return known(`it answers a preflight request with ${status}`);
  const isAllowed =
    namesPage(headers, origin) &&
    lists(headers, 'allow-methods', 'get') &&
    lists(headers, 'allow-headers', 'range');
  return isAllowed ? null : known('its answer to a preflight request doesn’t allow the page');
}

async function askForPart(address: string, origin: string): Promise<Obstacle | null> {
  const answer = await fetch(address, {
    headers: { Origin: origin, Range: range },
    redirect: 'manual',
    signal: AbortSignal.timeout(answerMs),
  });
  const { status, headers } = answer;
  await answer.body?.cancel();
  if (status !== 206) return known(`it answers a GET for a part with ${status}`);
  if (!namesPage(headers, origin)) return known('its answer to a GET doesn’t allow the page');
  return lists(headers, 'expose-headers', 'content-range')
    ? null
    : known('its answer to a GET doesn’t show the page which part it is (Content-Range)');
}

const known = (text: string): Obstacle => ({ text, isKnown: true });

function namesPage(headers: Headers, origin: string): boolean {
  return ['*', origin.toLowerCase()].includes(said(headers, 'allow-origin'));
}

function lists(headers: Headers, what: string, wanted: string): boolean {
  return said(headers, what)
    .split(',')
    .some((one) => ['*', wanted].includes(one.trim()));
}

const said = (headers: Headers, what: string) =>
  headers.get(`access-control-${what}`)?.toLowerCase() ?? '';
