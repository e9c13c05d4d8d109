import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
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
 * The id of a request: a new one, or the one that a trusted proxy gave it, so that its log and ours name a request alike.
 * A client's own isn't kept.
 */
export function requestIdOf({ headers, socket }: IncomingMessage, env: Env): string {
  const given = headers['x-request-id'];
  const isKept =
    typeof given === 'string' &&
    wellFormed.test(given) &&
    isTrustedProxy(env, socket.remoteAddress ?? '');
  return isKept ? given : randomUUID();
}

/** Gives each request its id, which its answer has as `X-Request-Id` and its log lines as `requestId`. */
export function withRequestIds(app: Pick<Hono, 'fetch'>, env: Env): Pick<Hono, 'fetch'> {
  return {
    fetch(request, bindings, context) {
      const { incoming, outgoing } = bindings as HttpBindings;
      const id = requestIdOf(incoming, env);
      outgoing.setHeader('X-Request-Id', id);
      return current.run(id, () => app.fetch(request, bindings, context));
    },
  };
}
