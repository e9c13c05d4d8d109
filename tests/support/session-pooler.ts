import { connect, createServer, type Socket } from 'node:net';
import { type Before, listenBefore } from './listen-before.ts';

/** What PgBouncer accepts of a client that connects; it refuses everything else. */
const accepted = new Set([
  'user',
  'database',
  'application_name',
  'client_encoding',
  'datestyle',
  'timezone',
  'standard_conforming_strings',
]);

/**
 * Starts a pooler in front of a PostgreSQL server that gives each client a session of its own. It stands in for PgBouncer
 * with `pool_mode = session`.
 */
export async function sessionPooler(url: string): Promise<Before> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        client.destroy();
        upstream.destroy();
      });
    }
    client.once('data', (start: Buffer) => {
      const refused = parametersOf(start).find((name) => !accepted.has(name));
      if (refused !== undefined) return client.end(refusalOf(refused));
      upstream.write(start);
      client.pipe(upstream);
      upstream.pipe(client);
    });
  });
  return listenBefore(url, server, sockets);
}

/** The names of what a client asks for as it connects, after the message's length and the protocol's version. */
function parametersOf(start: Buffer): string[] {
  const texts = start.subarray(8).toString().split('\0');
  return texts.filter((name, at) => at % 2 === 0 && name !== '');
}

/** As PgBouncer refuses a parameter. */
function refusalOf(parameter: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C08P01\0Munsupported startup parameter: ${parameter}\0\0`);
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}
