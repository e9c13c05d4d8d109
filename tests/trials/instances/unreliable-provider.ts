import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import {
  answering,
  answeringAfter,
  dropAfter,
  dropBefore,
  type Fault,
  hang,
  hangAfter,
} from '#tests/support/payment-faults.ts';

/** Of the requests to the provider, one in so many meets a fault. */
const requestsPerFault = 8;
const failure = '{"name":"INTERNAL_SERVER_ERROR"}';
/** None of them says whether the provider did what it was asked. */
const faults: readonly Fault[] = [
  dropBefore,
  dropAfter,
  answering(500, failure),
  answeringAfter(500, failure),
  answering(200, '<!doctype html><title>Sign in</title>'),
  answeringAfter(201, 'OK'),
  hang,
  hangAfter,
];

/** The payment provider behind an unreliable network. */
export interface UnreliableProvider {
  readonly url: string;
  /** How many requests met a fault. */
  faults(): number;
  end(): Promise<void>;
}

/** Passes requests on to the provider at `url`; until `isCalm`, some meet a fault. */
export async function startUnreliableProvider(
  url: string,
  isCalm: () => boolean,
): Promise<UnreliableProvider> {
  let requests = 0;
  let met = 0;
  const nextFault = (): Fault | undefined => {
    requests += 1;
    if (isCalm() || requests % requestsPerFault !== 0) return;
    met += 1;
    return faults[met % faults.length];
  };
  const server = createServer(async (request, response) => {
    const asked = await received(url, request);
    const pass = () => fetch(asked);
    try {
      const answer = await (nextFault()?.(pass, () => {}) ?? pass());
      const bytes = Buffer.from(await answer.arrayBuffer());
      const type = answer.headers.get('content-type') ?? 'application/json';
      response.writeHead(answer.status, { 'Content-Type': type }).end(bytes);
    } catch {
      request.socket.destroy();
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    faults: () => met,
    async end() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** The same request, to the provider. */
async function received(provider: string, request: IncomingMessage): Promise<Request> {
  const { method = 'GET', url = '/', headers } = request;
  const body = await buffer(request);
  const kept = new Headers();
  for (const name of ['authorization', 'content-type', 'paypal-request-id', 'prefer']) {
    const value = headers[name];
    if (typeof value === 'string') kept.set(name, value);
  }
  return new Request(provider + url, {
    method,
    headers: kept,
    body: body.length > 0 ? body : null,
  });
}
