import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Socket, Server as TcpServer } from 'node:net';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import type { ReadyAnswers } from './ready-answers.ts';

/**
 * How long an idle connection is kept: longer than the common proxies keep theirs (nginx and Varnish 60 s, Traefik 90 s,
 * Caddy 2 minutes), so that the proxy closes it, and never sends a request on one that the shop is closing.
 */
const idleMs = 130_000;
/** While stopping, how long a connection must be silent before it is closed: longer than the proxies of `deploy/` keep an idle one. */
const quietMs = 2000;
/** Requests that take longer, such as large downloads, are cut off. They can be resumed. */
const drainMs = 25_000;
const sweepMs = 20;
/** Of a longer body, nothing more is read once its request is answered. In bytes; the shop takes 40 MB at most. */
const mostUnread = 64_000_000;
/** How long no new connection must have come before the server stops listening. */
const unvisitedMs = 100;

export interface DrainableServer {
  readonly server: Server;
  /**
   * Accepts no more connections, answers every request that arrives on the open ones, and resolves when all
   * connections are closed, after at most 25 s.
   * Answers say `Connection: close`, so that the client opens another connection for its next request. A
   * connection without such an answer is closed only after a silence, because a request may be on its way
   * although it looks idle. `server.close()` would reset it.
   */
  drain(): Promise<void>;
}

/** The open connections, each with its pending answers, oldest first. */
type Connections = Map<Socket, Set<ServerResponse>>;

/** Creates an HTTP server for `app`, not listening yet. What is `ready` is answered without it. */
export function openServer(
  app: Pick<Hono, 'fetch'>,
  hostname: string,
  ready?: Pick<ReadyAnswers, 'answer'>,
): DrainableServer {
  const connections: Connections = new Map();
  let accepted = 0;
  let isDraining = false;
  const listener = getRequestListener(
    (request, bindings) => {
      const answer = app.fetch(request, bindings);
      const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
      return hasBody || isDraining ? afterBody(answer, bindings as HttpBindings) : answer;
    },
    { hostname },
  );
  const server = createServer((request, response) => {
    // One that is sent at once comes before the request counts as complete, so its connection couldn't be closed.
    if (isDraining || !ready?.answer(request, response)) void listener(request, response);
  });
  server.keepAliveTimeout = idleMs;

  server.on('connection', (socket) => {
    accepted += 1;
    connections.set(socket, new Set());
    socket.once('close', () => connections.delete(socket));
  });
  server.prependListener('request', ({ socket }, response) => {
    const pending = connections.get(socket);
    if (!pending) return;
    pending.add(response);
    response.once('close', () => pending.delete(response));
    if (isDraining) announceClose(response, pending);
  });

  /**
   * The kernel accepts connections before this process does, some a little after their clients know, and resets them
   * when listening ends. So this waits until no new one has come for a while.
   */
  async function stopListening(): Promise<void> {
    const endsAt = performance.now() + quietMs;
    let before = -1;
    while (before !== accepted && performance.now() < endsAt) {
      before = accepted;
      await pause(unvisitedMs);
      // Accepts the next one if there is one.
      await turn();
    }
    // Bypasses `server.close()`, which would also close idle connections at once.
    TcpServer.prototype.close.call(server);
  }

  return {
    server,
    async drain() {
      // First, so that a client told to open another connection doesn't reach this server.
      await stopListening();
      isDraining = true;
      for (const pending of connections.values()) {
        for (const response of pending) announceClose(response, pending);
      }
      await closeQuiet(connections);
    },
  };
}

/**
 * Makes an answer say `Connection: close`, unless the client would lose something with the connection:
 * further requests it has already sent, or the rest of this request's body.
 */
function announceClose(response: ServerResponse, pending: ReadonlySet<ServerResponse>): void {
  const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse;
  response.writeHead = (...head: unknown[]) => {
    const isLast = [...pending].at(-1) === response;
    if (isLast && response.req.complete) response.shouldKeepAlive = false;
    return writeHead(...head);
  };
}

/**
 * Holds an answer back until the rest of the request's body has arrived, unless its sender falls silent. An answer
 * such as a 401 can be ready before that. Hono's adapter cuts a connection whose body goes on half a second after the
 * answer: the sender may never read it, and a proxy answers 502 itself.
 */
async function afterBody(
  answer: Response | Promise<Response>,
  { incoming }: { readonly incoming: IncomingMessage },
): Promise<Response> {
  const response = await answer;
  const { socket, headers } = incoming;
  if (Number(headers['content-length'] ?? 0) > mostUnread) return response;
  const endsAt = socket.bytesRead + mostUnread;
  const closed = new Promise((ended) => incoming.once('close', ended));
  const isOver = () => incoming.readableEnded || incoming.destroyed || socket.bytesRead > endsAt;
  for (let seen = -1; !isOver() && seen !== socket.bytesRead; ) {
    seen = socket.bytesRead;
    // What has begun to read it would pause it again.
    incoming.removeAllListeners('data').resume();
    await Promise.race([closed, pause(quietMs)]);
  }
  return response;
}

/** Closes each connection once it has been silent for a while, and all of them at the end. */
async function closeQuiet(connections: Connections): Promise<void> {
  const endsAt = performance.now() + drainMs;
  const lastSeen = new Map<Socket, { readonly bytes: number; readonly at: number }>();
  while (connections.size > 0) {
    const now = performance.now();
    for (const [socket, pending] of connections) {
      const seen = lastSeen.get(socket);
      const isQuiet = pending.size === 0 && seen?.bytes === socket.bytesRead;
      if (!isQuiet) lastSeen.set(socket, { bytes: socket.bytesRead, at: now });
      else if (now - seen.at >= quietMs) socket.destroy();
      if (now >= endsAt) socket.destroy();
    }
    await pause(sweepMs);
    // Lets data that arrived in the meantime be read before the next check.
    await turn();
  }
}
