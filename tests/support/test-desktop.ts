import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BusMessage, busField, busKind, readMessage, writeMessage } from './d-bus.ts';

/** A Linux desktop that shows a browser's notifications only to the test, which can tap them. */
export interface TestDesktop {
  /** The environment that a browser needs to find it. */
  readonly environment: { readonly DBUS_SESSION_BUS_ADDRESS: string };
  /** Titles of the notifications shown so far. */
  titles(): readonly string[];
  /** Taps the newest notification. */
  tap(): void;
  end(): Promise<void>;
}

const notifications = 'org.freedesktop.Notifications';
const notificationsPath = '/org/freedesktop/Notifications';
const unknownService = 'org.freedesktop.DBus.Error.ServiceUnknown';
const begin = 'BEGIN\r\n';

/** Implements D-Bus and its notification service as far as a browser uses them. */
export async function openDesktop(): Promise<TestDesktop> {
  const folder = mkdtempSync(join(tmpdir(), 'pinwheel-desktop-'));
  const address = join(folder, 'bus');
  const titles: string[] = [];
  const browsers = new Set<Socket>();

  const server = createServer((socket) => {
    browsers.add(socket);
    socket.on('close', () => browsers.delete(socket));
    socket.on('error', () => {});
    let unread = Buffer.alloc(0);
    let isTrusted = false;
    socket.on('data', (chunk: Buffer) => {
      unread = Buffer.concat([unread, chunk]);
      if (!isTrusted) {
        const said = unread.toString('latin1');
        if (!said.endsWith('\r\n') && !said.includes(begin)) return;
        if (said.includes('AUTH\r\n')) socket.write('REJECTED EXTERNAL\r\n');
        if (said.includes('AUTH EXTERNAL')) socket.write(`OK ${'0'.repeat(32)}\r\n`);
        if (said.includes('NEGOTIATE_UNIX_FD')) socket.write('ERROR\r\n');
        isTrusted = said.includes(begin);
        unread = unread.subarray(isTrusted ? said.indexOf(begin) + begin.length : said.length);
      }
      for (let next = readMessage(unread); next; next = readMessage(unread)) {
        unread = unread.subarray(next.size);
        if (next.message.kind === busKind.call) socket.write(answerTo(next.message));
      }
    });
  });

  function answerTo(call: BusMessage): Buffer {
    const fields = { [busField.from]: 'org.freedesktop.DBus', [busField.replyTo]: call.serial };
    const answer = (types: string, ...values: Parameters<typeof writeMessage>[3]) =>
      writeMessage(busKind.answer, fields, types, values);
    switch (call.fields.get(busField.member)) {
      case 'Hello':
        return answer('s', ':1.1');
      case 'NameHasOwner':
        return answer('b', call.body.text() === notifications ? 1 : 0);
      case 'GetNameOwner':
        if (call.body.text() === notifications) return answer('s', ':1.0');
        break;
      case 'GetServerInformation':
        return answer('ssss', 'test', 'test', '1', '1.2');
      case 'GetCapabilities':
        return answer('as', ['actions', 'body']);
      case 'Notify':
        // Before the title: the sender, the notification it replaces, its icon.
        call.body.text();
        call.body.number();
        call.body.text();
        titles.push(call.body.text());
        return answer('u', titles.length);
      case 'AddMatch':
      case 'RemoveMatch':
      case 'CloseNotification':
        return answer('');
    }
    return writeMessage(busKind.error, { ...fields, [busField.error]: unknownService }, '', []);
  }

  await new Promise<void>((resolve) => server.listen(address, resolve));
  return {
    environment: { DBUS_SESSION_BUS_ADDRESS: `unix:path=${address}` },
    titles: () => [...titles],
    tap() {
      const fields = {
        [busField.path]: notificationsPath,
        [busField.interface]: notifications,
        [busField.member]: 'ActionInvoked',
        [busField.from]: ':1.0',
      };
      const tapped = writeMessage(busKind.signal, fields, 'us', [titles.length, 'default']);
      for (const browser of browsers) browser.write(tapped);
    },
    async end() {
      for (const browser of browsers) browser.destroy();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
