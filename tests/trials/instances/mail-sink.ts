import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';

/** A mail that the server accepted. */
export interface AcceptedMail {
  /** Of its outbox row: what is before the @ of its Message-ID. */
  readonly id: string;
}

/** A mail server for one shop. It accepts everything. */
export interface MailSink {
  readonly url: string;
  /** In the order of their acceptance. */
  readonly accepted: readonly AcceptedMail[];
  /** Resolves once the connections of a shop that was killed are closed, so that it has accepted all that this sent. */
  untilClosed(): Promise<void>;
  end(): Promise<void>;
}

const pollMs = 10;

export async function startMailSink(): Promise<MailSink> {
  const accepted: AcceptedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, _session, done) {
      // A shop that is killed meanwhile breaks its connection.
      const mail = await text(stream).catch(() => null);
      if (mail === null) return;
      accepted.push({ id: /^Message-ID: <([^@>]+)@/im.exec(mail)?.[1] ?? '' });
      done();
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    accepted,
    async untilClosed() {
      while (server.connections.size > 0) await pause(pollMs);
    },
    end: () => new Promise((closed) => server.close(() => closed())),
  };
}
