import { type ProblemCode, problemStatus } from '#contract/wire/problem.ts';

/**
 * What happens to the next call on its way. `late` arrives after the caller has given up; `slowThere` and
 * `slowBack` let other calls overtake the request or its answer.
 */
export type Mishap =
  | 'none'
  | 'lost'
  | 'unheard'
  | 'doubled'
  | 'late'
  | 'slowThere'
  | 'slowBack'
  | 'portal'
  | 'busy'
  | 'down'
  | 'broken';

/** Turns of the event loop that are enough for a few calls of another tab. */
const slowTurns = 200;

/** The network between devices and a server. */
export function createRoughNetwork(
  server: (request: Request) => Promise<Response>,
  slowly: () => Promise<unknown> = () => turns(slowTurns),
) {
  let mishaps: Mishap[] = [];
  let late: Request[] = [];
  let isForgetful = false;
  let arrivals = 0;
  let cursedId: string | null = null;

  /** Reaches the server, which fails on every change of the cursed design. */
  async function arrive(request: Request): Promise<Response> {
    const sent = isForgetful ? withOtherKey(request, ++arrivals) : request;
    const text = sent.method === 'GET' ? '' : await sent.clone().text();
    const isChange = sent.method !== 'GET';
    const isCursed = isChange && cursedId !== null && `${sent.url} ${text}`.includes(cursedId);
    return isCursed ? problem('INTERNAL') : server(sent);
  }

  async function fetch(request: Request): Promise<Response> {
    switch (mishaps.shift() ?? 'none') {
      case 'none':
        return arrive(request);
      case 'lost':
        throw new TypeError('Failed to fetch');
      case 'unheard':
        await arrive(request);
        throw new TypeError('Failed to fetch');
      case 'doubled':
        await arrive(request.clone());
        return arrive(request);
      case 'late':
        late.push(request);
        throw new TypeError('Failed to fetch');
      case 'slowThere':
        await slowly();
        return arrive(request);
      case 'slowBack': {
        const answer = await arrive(request);
        await slowly();
        return answer;
      }
      case 'portal':
        return new Response('<!doctype html><title>Hotel</title>', {
          headers: { 'Content-Type': 'text/html' },
        });
      case 'busy':
        return problem('TOO_MANY', { 'Retry-After': '30' });
      case 'down':
        return problem('UNAVAILABLE', { 'Retry-After': '7' });
      case 'broken':
        return problem('INTERNAL');
    }
  }

  return {
    /** What was sent is on its way, whether or not its sender still waits for the answer. */
    fetch: (input: RequestInfo | URL, init?: RequestInit) =>
      fetch(new Request(input, { ...init, signal: null })),
    /** The mishaps of the next calls, in order; none afterwards. */
    nextFaults(next: readonly Mishap[]): void {
      mishaps = [...next];
    },
    /** Makes the server fail on every change of this design from now on. */
    curse(productId: string): void {
      cursedId = productId;
    },
    /** Makes the server unable to tell a repeat from a new request from now on. */
    forgetKeys(): void {
      isForgetful = true;
    },
    /** Delivers what was on its way all the time, newest first. */
    async deliverLate(): Promise<void> {
      const arriving = late.toReversed();
      late = [];
      for (const request of arriving) await arrive(request);
    },
  };
}

export type RoughNetwork = ReturnType<typeof createRoughNetwork>;

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** A different key for the same op. */
export function otherKey(key: string, count: number): string {
  return `${key}--${count}`;
}

export function opIdOf(key: string): string {
  return key.replace(/--\d+$/, '');
}

function withOtherKey(request: Request, count: number): Request {
  const sent = new Request(request);
  const key = sent.headers.get('Idempotency-Key');
  if (key !== null) sent.headers.set('Idempotency-Key', otherKey(key, count));
  return sent;
}

/** The server's own refusal. */
export function problem(code: ProblemCode, headers: Record<string, string> = {}): Response {
  const body = { message: `Refused: ${code}`, code };
  return Response.json(body, { status: problemStatus[code], headers });
}
