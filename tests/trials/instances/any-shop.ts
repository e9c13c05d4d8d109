import { setTimeout as pause } from 'node:timers/promises';
import { Hono } from 'hono';

/**
 * How long a call is repeated, in ms; a shop that answers nothing for so long is a fault. A payment may be taken over
 * from a killed process more than once.
 */
const patienceMs = 300_000;
/** How long one shop has to answer, in ms. */
const answerMs = 30_000;

/** Several shops as one, as behind a proxy. */
export interface AnyShop {
  /** Passes each request on to some shop, and to others until one answers; the repeats are the same request. */
  readonly app: Hono;
  /** How many requests were repeated because a shop died, or its database was away. */
  repeats(): number;
}

/** How one shop answered a request. */
export interface Heard {
  /** Method and path. */
  readonly what: string;
  /** Null: not in time, or it died. */
  readonly status: number | null;
  /** When it was sent, in ms like `performance.now()`, and how long it took. */
  readonly at: number;
  readonly ms: number;
}

/** `hear` is told of each request, the repeats among them. */
export function anyShop(urls: readonly string[], hear: (heard: Heard) => void = () => {}): AnyShop {
  let repeats = 0;
  const app = new Hono();
  app.all('*', async ({ req }) => {
    const { method, url } = req.raw;
    const { pathname, search } = new URL(url);
    const headers = Object.fromEntries(req.raw.headers);
    const body = method === 'GET' ? null : await req.arrayBuffer();
    for (const endsAt = performance.now() + patienceMs; ; repeats += 1) {
      const at = performance.now();
      const shop = urls[Math.floor(Math.random() * urls.length)];
      const answer = await whole(
        fetch(shop + pathname + search, {
          method,
          headers,
          body,
          signal: AbortSignal.timeout(answerMs),
        }),
      );
      const status = answer?.status ?? null;
      hear({ what: `${method} ${pathname}`, status, at, ms: performance.now() - at });
      if (answer && answer.status < 500) return answer;
      if (performance.now() > endsAt) {
        throw new Error(`${method} ${pathname}: ${answer ? await answer.text() : 'no answer'}`);
      }
      await pause(100 + Math.random() * 200);
    }
  });
  app.onError((error) => {
    throw error;
  });
  return { app, repeats: () => repeats };
}

/** The answer with all its bytes; null if the shop died before it was complete. */
async function whole(answering: Promise<Response>): Promise<Response | null> {
  try {
    const answer = await answering;
    const bytes = await answer.arrayBuffer();
    const isEmpty = answer.status === 204 || answer.status === 304;
    return new Response(isEmpty ? null : bytes, { status: answer.status, headers: answer.headers });
  } catch {
    return null;
  }
}
