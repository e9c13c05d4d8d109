import { once } from 'node:events';
import type { Server, Socket } from 'node:net';

/** A server in front of another. */
export interface Before {
  /** The other's address through it. */
  readonly url: string;
  end(): Promise<void>;
}

/** Has `server` take what is meant for the one at `url`. `sockets` are those that are destroyed at the end. */
export async function listenBefore(
  url: string,
  server: Server,
  sockets: ReadonlySet<Socket>,
): Promise<Before> {
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const address = server.address();
  const through = new URL(url);
  if (typeof address === 'object' && address) through.port = String(address.port);
  return {
    url: through.href,
    async end() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
