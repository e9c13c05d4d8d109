import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { type Before, listenBefore } from './listen-before.ts';

/** What a PostgreSQL server sends to a client that has signed in: accepted, and ready for a query. */
const signedIn = Buffer.from([...of('R', 0, 0, 0, 0), ...of('Z', 'I'.charCodeAt(0))]);
/** The type of the message with which a client disconnects. */
const leave = 'X'.charCodeAt(0);

function of(type: string, ...body: readonly number[]): readonly number[] {
  return [type.charCodeAt(0), 0, 0, 0, 4 + body.length, ...body];
}

/**
 * Starts a pooler in front of a PostgreSQL server: all clients share its one connection to the server, and the options
 * that they ask for are ignored. It stands in for PgBouncer with `pool_mode = transaction`. A client may only ask once
 * the others have their answers.
 */
export async function transactionPooler(url: string): Promise<Before> {
  const { hostname, port, pathname, username } = new URL(url);
  const upstream = connect(Number(port), hostname);
  const named = Buffer.from(`user\0${username}\0database\0${pathname.slice(1)}\0\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(head.length + named.length);
  // The protocol's version 3.
  head.writeInt16BE(3, 4);
  upstream.write(Buffer.concat([head, named]));
  await once(upstream, 'data');
  let asking: Socket | undefined;
  upstream.on('data', (bytes) => asking?.write(bytes));
  const sockets = new Set([upstream]);
  const server = createServer((client) => {
    sockets.add(client);
    client.on('error', () => {});
    client.once('data', () => {
      client.write(signedIn);
      client.on('data', (bytes) => {
        asking = client;
        if (bytes[0] !== leave) upstream.write(bytes);
      });
    });
  });
  return listenBefore(url, server, sockets);
}
