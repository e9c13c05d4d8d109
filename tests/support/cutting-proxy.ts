import { connect, createServer, type Socket } from 'node:net';
import { type Before, listenBefore } from './listen-before.ts';

/** When a connection breaks: before the server gets a commit, or once it has answered it. */
export type Cut = 'before commit' | 'after commit';

export interface CuttingProxy extends Before {
  /** Has the next commit's connection break. */
  cut(when: Cut): void;
  /** How many commits were cut. */
  cuts(): number;
  /** How many messages went to the server. */
  messages(): number;
  /** Ends every connection, and takes none until `open`. */
  close(): void;
  open(): void;
  /** Has new connections lead to another server. */
  leadTo(url: string): void;
  /** Swallows what comes over the connections that are there, as if their server had vanished; resolves once something does. */
  vanish(): Promise<void>;
}

/** A proxy in front of a server, whose connections can be broken; at a commit, if the server is PostgreSQL's. */
export async function cuttingProxy(url: string): Promise<CuttingProxy> {
  let target = new URL(url);
  const sockets = new Set<Socket>();
  let next: Cut | null = null;
  let cuts = 0;
  let messages = 0;
  let isOpen = true;
  let vanished: ReadonlySet<Socket> = new Set();
  let swallow = () => {};
  const server = createServer((client) => {
    if (!isOpen) return client.destroy();
    const upstream = connect(Number(target.port), target.hostname);
    let isCut = false;
    const breakOff = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', breakOff);
      socket.on('close', () => {
        sockets.delete(socket);
        breakOff();
      });
    }
    client.on('data', (bytes) => {
      messages += 1;
      if (vanished.has(client)) return swallow();
      if (next && bytes.includes('COMMIT')) {
        if (next === 'before commit') breakOff();
        isCut = true;
        next = null;
        cuts += 1;
      }
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      if (isCut) return breakOff();
      client.write(bytes);
    });
  });
  return {
    ...(await listenBefore(url, server, sockets)),
    cut(when) {
      next = when;
    },
    cuts: () => cuts,
    messages: () => messages,
    close() {
      isOpen = false;
      for (const socket of sockets) socket.destroy();
    },
    open() {
      isOpen = true;
    },
    leadTo(other) {
      target = new URL(other);
    },
    vanish() {
      const { promise, resolve } = Promise.withResolvers<void>();
      vanished = new Set(sockets);
      swallow = resolve;
      return promise;
    },
  };
}
