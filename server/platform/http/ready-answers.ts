import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Env } from '../env.ts';
import { type EncodedText, textHeaders, wantedEncoding } from './encoded-text.ts';
import { requestIdOf } from './request-id.ts';

/** Strangers can send endlessly many addresses, long ones too. */
const [maxAnswers, longestTarget] = [2000, 500];

/**
 * Public answers that were sent a moment ago, by the address as it stands in the request. They are sent again without
 * the router, the parsing and the objects that it takes to find them.
 */
export interface ReadyAnswers {
  /** Keeps a 200 answer that is the same for everyone until the catalogue changes. */
  keep(context: Context, text: EncodedText, headers: Readonly<Record<string, string>>): void;
  /** Drops a text that its owner has dropped, so that none holds its memory. */
  drop(text: EncodedText): void;
  /** Answers a request whose answer is ready; false if it isn't. */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
}

interface Kept {
  readonly text: EncodedText;
  readonly headers: Readonly<Record<string, string>>;
}

export function createReadyAnswers(env: Env, catalogue: { readonly cursor: string }): ReadyAnswers {
  const kept = new Map<string, Kept>();
  let cursor = '';

  function clearIfChanged(): void {
    if (cursor === catalogue.cursor) return;
    kept.clear();
    cursor = catalogue.cursor;
  }

  return {
    keep(context, text, headers) {
      const target = (context.env as Partial<HttpBindings> | undefined)?.incoming?.url;
      if (target === undefined || target.length > longestTarget) return;
      clearIfChanged();
      if (kept.size >= maxAnswers) kept.clear();
      kept.set(target, { text, headers: { ...headers, ...textHeaders(text) } });
    },
    drop(text) {
      for (const [target, each] of kept) if (each.text === text) kept.delete(target);
    },
    answer(request, response) {
      if (request.method !== 'GET' || hasBody(request)) return false;
      clearIfChanged();
      const found = kept.get(request.url ?? '');
      if (!found) return false;
      const { text } = found;
      const headers: OutgoingHttpHeaders = {
        ...found.headers,
        'X-Request-Id': requestIdOf(request, env),
      };
      const encoding = wantedEncoding(text, request.headers);
      if (encoding === null) {
        response.writeHead(304, headers).end();
        return true;
      }
      const bytes = text.made(encoding);
      if (!bytes) return false;
      if (encoding !== 'identity') headers['Content-Encoding'] = encoding;
      headers['Content-Length'] = bytes.byteLength;
      response.writeHead(200, headers).end(bytes);
      return true;
    },
  };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}
