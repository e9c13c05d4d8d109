import { SMTPServer } from 'smtp-server';

/**
 * A mail server on this machine that stores what it receives; it refuses the recipients in `unknown`. With STARTTLS, its
 * certificate is one that it signed itself.
 */
export async function localMailServer(unknown: readonly string[] = [], hasTls = false) {
  const received: { readonly to: string[]; readonly text: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: hasTls ? [] : ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      const refusal = Object.assign(new Error('no such user'), { responseCode: 550 });
      done(unknown.includes(address) ? refusal : null);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ to, text: Buffer.concat(chunks).toString() });
        done();
      });
    },
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const close = () => new Promise<void>((closed) => server.close(() => closed()));
  return { received, url: `smtp://127.0.0.1:${address.port}`, close };
}
