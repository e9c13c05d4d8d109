import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** How the connection to the shop behaves: normally, cut at once, accepting without ever answering, or answering with a page of its own. */
export type Mood = 'through' | 'cut' | 'silent' | 'portal';

export interface FaultyNetwork {
  readonly port: number;
  set(mood: Mood): void;
  /** Holds back the shop's answers; requests still reach it. Returns a function that releases them. */
  hold(): () => void;
  end(): Promise<void>;
}

const portalPage = '<!doctype html><title>Wifi</title><h1>Buy minutes</h1>';
const portalAnswer = [
  'HTTP/1.1 200 OK',
  'Content-Type: text/html',
  `Content-Length: ${portalPage.length}`,
  'Connection: close',
  '',
  portalPage,
].join('\r\n');

/** A network between browser and shop, on its own port. */
export async function openFaultyNetwork(shopPort: () => number): Promise<FaultyNetwork> {
  let mood: Mood = 'through';
  const sockets = new Set<Socket>();
  /** The browser's socket for each connection to the shop. */
  const asking = new Map<Socket, Socket>();
  let isHeld = false;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    if (mood === 'cut') socket.destroy();
    if (mood === 'cut' || mood === 'silent') return;
    if (mood === 'portal') {
      socket.once('data', () => socket.end(portalAnswer));
      return;
    }
    const shop = connect(shopPort(), '127.0.0.1');
    sockets.add(shop);
    asking.set(shop, socket);
    shop.on('close', () => {
      sockets.delete(shop);
      asking.delete(shop);
    });
    shop.on('error', () => socket.destroy());
    socket.pipe(shop);
    if (!isHeld) shop.pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as { port: number }).port,
    set(next) {
      mood = next;
      // Open connections follow the new mood too.
      for (const socket of sockets) socket.destroy();
    },
    hold() {
      isHeld = true;
      for (const [shop, socket] of asking) shop.unpipe(socket);
      return () => {
        isHeld = false;
        for (const [shop, socket] of asking) shop.pipe(socket);
      };
    },
    async end() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
