import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import type { LoggerOptions } from 'pino';
import type { Env } from '../env.ts';
import { isTrustedProxy } from './client-address.ts';

const current = new AsyncLocalStorage<string>();
const wellFormed = /^[\w.:+/=@-]{8,100}$/;

/** Names in each log line the request that was being answered, if any: `requestId`. */
export const requestIdInLog: Pick<LoggerOptions, 'mixin'> = {
  mixin() {
    const requestId = current.getStore();
    return requestId === undefined ? {} : { requestId };
  },
};

/**
 * Gives each request an id, which its answer has as `X-Request-Id` and its log lines as `requestId`. The id of a
 * trusted proxy is kept, so that its log and ours name a request alike; a client's own is not.
 */
export function withRequestIds(app: Pick<Hono, 'fetch'>, env: Env): Pick<Hono, 'fetch'> {
  return {
    fetch(request, bindings, context) {
      const { incoming, outgoing } = bindings as HttpBindings;
      const given = request.headers.get('x-request-id') ?? '';
      const isKept =
        wellFormed.test(given) && isTrustedProxy(env, incoming.socket.remoteAddress ?? '');
      const id = isKept ? given : randomUUID();
      outgoing.setHeader('X-Request-Id', id);
      return current.run(id, () => app.fetch(request, bindings, context));
    },
  };
}
