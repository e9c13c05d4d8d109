import { connect, createServer, type Socket } from 'node:net';
import { localMailServer } from './local-mail-server.ts';

/** Where a connection breaks: before the greeting, with half of the mail sent, or with all of it taken and no answer. */
export type MailBreak = 'at once' | 'in the mail' | 'before its answer';

/** A mail server on this machine whose connections break, one for each of `breaks`, the next first. */
export async function breakingMailServer(breaks: MailBreak[]) {
  const server = await localMailServer();
  const sockets = new Set<Socket>();
  const proxy = createServer((client) => {
    if (breaks[0] === 'at once') {
      breaks.shift();
      client.destroy();
      return;
    }
    const upstream = connect(Number(new URL(server.url).port), '127.0.0.1');
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', end);
    }
    let isInMail = false;
    let isSent = false;
    upstream.on('data', (answer) => {
      if (isSent && breaks[0] === 'before its answer') {
        breaks.shift();
        return end();
      }
      isInMail ||= /^354/m.test(answer.toString());
      client.write(answer);
    });
    client.on('data', (sent: Buffer) => {
      if (isInMail && breaks[0] === 'in the mail') {
        breaks.shift();
        upstream.write(sent.subarray(0, sent.length / 2));
        return end();
      }
      isSent ||= isInMail && sent.toString().endsWith('\r\n.\r\n');
      upstream.write(sent);
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    received: server.received,
    url: `smtp://127.0.0.1:${address.port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => proxy.close(closed));
      await server.close();
    },
  };
}
