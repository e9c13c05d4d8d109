import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

interface StoredMail {
  readonly uid: number;
  readonly text: string;
  isRead: boolean;
}

/** As `Fetch` asks: for its size with some headers, or for its text. */
function fetched({ uid, text, isRead }: StoredMail, words: string): string {
  const flags = isRead ? '\\Seen' : '';
  const size = Buffer.byteLength(text);
  const [, section = '', names = ''] =
    /BODY\.PEEK\[(HEADER\.FIELDS \((.*?)\))?\]/i.exec(words) ?? [];
  const isNamed = (line: string) =>
    names
      .toLowerCase()
      .split(' ')
      .includes(line.split(':')[0] ?? '');
  const [head = ''] = text.split('\r\n\r\n');
  const lines = head.split(/\r\n(?![ \t])/).filter((line) => isNamed(line.toLowerCase()));
  const given = section === '' ? text : `${lines.join('\r\n')}\r\n\r\n`;
  const body = ` BODY[${section}] {${Buffer.byteLength(given)}}\r\n${given}`;
  return `* ${uid} FETCH (UID ${uid} FLAGS (${flags}) RFC822.SIZE ${size}${body})\r\n`;
}

/** A mailbox on this machine that speaks as much IMAP as the shop does, without TLS. `user` and `password` sign in. */
export async function localMailbox(user = 'shop@mail.example', password = 'a pass/word') {
  const mails: StoredMail[] = [];
  const sockets = new Set<Socket>();
  const state = { validity: 1, breaksAt: '', refused: 'nothing' };
  const commands: string[] = [];
  const quoted = (text: string) => `"${text}"`;

  function answer(command: string, words: string): { lines?: string; end?: string } {
    switch (command) {
      case 'CAPABILITY':
        return { lines: '* CAPABILITY IMAP4rev1\r\n' };
      case 'LOGIN':
        return words === `${quoted(user)} ${quoted(password)}`
          ? {}
          : { end: 'NO [AUTHENTICATIONFAILED] Authentication failed.' };
      case 'LIST':
      case 'LSUB':
        return { lines: `* ${command} (\\HasNoChildren) "/" "INBOX"\r\n` };
      case 'SELECT':
        return {
          lines: `* FLAGS (\\Seen)\r\n* ${mails.length} EXISTS\r\n* OK [UIDVALIDITY ${state.validity}] ok\r\n* OK [UIDNEXT ${mails.length + 1}] ok\r\n`,
          end: 'OK [READ-WRITE] selected',
        };
      case 'UID SEARCH': {
        const from = Number(/UID (\d+):/.exec(words)?.[1] ?? 1);
        const isNew = words.includes('UNSEEN');
        // As the protocol has it, a range up to * has the newest mail.
        const found = mails.filter(
          ({ uid, isRead }) => (uid >= from || uid === mails.length) && !(isNew && isRead),
        );
        return { lines: `* SEARCH ${found.map(({ uid }) => uid).join(' ')}\r\n` };
      }
      case 'UID FETCH': {
        const mail = mails[Number.parseInt(words, 10) - 1];
        return { lines: mail ? fetched(mail, words) : '' };
      }
      case 'UID STORE': {
        const mail = mails[Number.parseInt(words, 10) - 1];
        if (mail) mail.isRead = true;
        return {};
      }
      case 'LOGOUT':
        return { lines: '* BYE\r\n' };
      default:
        return { end: 'BAD unknown command' };
    }
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.setEncoding('utf8');
    socket.write('* OK ready\r\n');
    let rest = '';
    socket.on('data', (text: string) => {
      rest += text;
      for (let end = rest.indexOf('\r\n'); end !== -1; end = rest.indexOf('\r\n')) {
        const [, tag = '', command = '', words = ''] =
          /^(\S+) ((?:UID )?\S+) ?(.*)$/.exec(rest.slice(0, end)) ?? [];
        rest = rest.slice(end + 2);
        const name = command.toUpperCase();
        if (state.breaksAt === name) {
          state.breaksAt = '';
          socket.destroy();
          return;
        }
        commands.push(`${name} ${words}`);
        const { lines = '', end: ending = 'OK done' } = commands.at(-1)?.startsWith(state.refused)
          ? { end: 'NO not now' }
          : answer(name, words);
        socket.write(`${lines}${tag} ${ending}\r\n`);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const [name, secret] = [user, password].map(encodeURIComponent);
  return {
    url: `imap://${name}:${secret}@127.0.0.1:${port}/INBOX`,
    mails,
    /** Another mailbox under the same name, with the same mails. */
    renumber: () => {
      state.validity += 1;
    },
    /** The next connection that gives this command ends with it. */
    breakAt: (command: string) => {
      state.breaksAt = command;
    },
    /** What was asked, in order. */
    commands,
    /** From now on, only commands that begin like this are refused. */
    refuse: (start: string) => {
      state.refused = start;
    },
    deliver(text: string) {
      mails.push({ uid: mails.length + 1, text: text.replace(/\r?\n/g, '\r\n'), isRead: false });
    },
    unread: () => mails.filter(({ isRead }) => !isRead).length,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
