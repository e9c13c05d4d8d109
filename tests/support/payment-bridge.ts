import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { type Operation, operationOf } from './payment-faults.ts';

/** Where in a call to the provider the shop dies: before it takes effect, afterwards, or once it has the answer. */
export type Moment = 'heard' | 'done' | 'answered';

/** A network between shop and provider that can kill the shop at a chosen moment. */
export interface PaymentBridge {
  readonly url: string;
  /** Kills at this moment of the next such call; resolves once the shop is dead. */
  killAt(operation: Operation, moment: Moment, laterMs: number): Promise<void>;
  /** Cancels a planned kill that hasn't happened. */
  disarm(): void;
  close(): Promise<void>;
}

export async function startBridge(
  providerUrl: string,
  kill: () => Promise<void>,
): Promise<PaymentBridge> {
  let armed: { operation: Operation; moment: Moment; laterMs: number; fired: () => void } | null =
    null;
  const app = new Hono();

  async function forward(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    for (const name of ['host', 'connection', 'content-length']) headers.delete(name);
    const body = request.method === 'GET' ? null : await request.text();
    const answer = await fetch(providerUrl + pathname + search, {
      method: request.method,
      headers,
      body,
    });
    return new Response(await answer.text(), {
      status: answer.status,
      headers: { 'Content-Type': 'application/json' },
    });
  }

  app.all('*', async ({ req }) => {
    const crash = armed?.operation === operationOf(req.path, req.method) ? armed : null;
    if (!crash) return forward(req.raw);
    armed = null;
    const cut = async () => {
      await kill();
      crash.fired();
    };
    const answer = crash.moment === 'heard' ? new Response(null) : await forward(req.raw);
    if (crash.moment === 'answered') pause(crash.laterMs).then(cut);
    else await cut();
    return answer;
  });

  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the bridge has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    killAt: (operation, moment, laterMs) =>
      new Promise((fired) => {
        armed = { operation, moment, laterMs, fired };
      }),
    disarm() {
      armed = null;
    },
    async close() {
      server.close();
      await once(server, 'close');
    },
  };
}
