import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { endpointOf } from './pushes.ts';

/** A push that a push service accepted. */
export interface AcceptedPush {
  readonly endpoint: string;
  /** A push replaces an earlier one with the same topic that isn't delivered yet. */
  readonly topic: string;
  /** Whom the service can contact about it. */
  readonly contact: string;
}

/** A push service for shops in processes of their own. It accepts everything. */
export interface PushSink {
  readonly accepted: readonly AcceptedPush[];
  /** Of the shops that use it. */
  readonly settings: Readonly<Record<string, string>>;
  /** Resolves once the connections of a shop that was killed are closed, so that it has accepted all that this sent. */
  untilClosed(): Promise<void>;
  end(): Promise<void>;
}

const pollMs = 10;

export async function startPushSink(): Promise<PushSink> {
  const accepted: AcceptedPush[] = [];
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const { host, topic } = request.headers;
      const endpoint = `https://${host}${request.url}`;
      accepted.push({ endpoint, topic: String(topic), contact: contactOf(request) });
      response.writeHead(201).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    accepted,
    settings: {
      NODE_OPTIONS: `--import=${new URL('send-pushes-to-sink.ts', import.meta.url).href}`,
      PUSH_SINK: `http://127.0.0.1:${port}`,
    },
    async untilClosed() {
      const connections = promisify(server.getConnections.bind(server));
      while ((await connections()) > 0) await pause(pollMs);
    },
    async end() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** The contact in the token with which a shop identifies itself (RFC 8292). */
function contactOf({ headers }: IncomingMessage): string {
  const [, claims = ''] = /^vapid t=[^.]+\.([^.]+)\./.exec(headers.authorization ?? '') ?? [];
  const { sub } = JSON.parse(Buffer.from(claims, 'base64url').toString() || '{}');
  return String(sub);
}

/** A browser's subscription, with keys that pushes can be encrypted for. */
export function subscriptionOf(name: string) {
  return {
    endpoint: endpointOf(name),
    keys: {
      p256dh: createECDH('prime256v1').generateKeys('base64url'),
      auth: randomBytes(16).toString('base64url'),
    },
  };
}
