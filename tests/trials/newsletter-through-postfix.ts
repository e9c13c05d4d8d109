import { sendNewsletter } from '#server/newsletters/plan-newsletter.ts';
import { newsletterRow } from '#server/newsletters/read-newsletters.ts';
import { createNewsletter, saveNewsletter } from '#server/newsletters/save-newsletter.ts';
import { shopItself } from '#server/platform/audit/record-action.ts';
import { makeAuditedChange } from '#server/platform/database/change.ts';
import { newId } from '#server/platform/database/new-id.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { parseEnv } from '#server/platform/env.ts';
import { writeSetting } from '#server/platform/settings/settings.ts';
import type { RunningShop } from '#tests/support/run-shop.ts';
import type { Verdict } from './instances/check-trust.ts';

const subject = 'Füchse im Herbst 🦊';
const address = 'Mühlweg 1\nLeeds';

/** Has a shop send a newsletter to all its buyers, as if they had confirmed that they want it. Returns how many they are. */
export async function sendNewsletterFrom({ dataDir }: RunningShop): Promise<number> {
  const database = await openDatabase(parseEnv({ DATA_DIR: dataDir }));
  const services = { database, clock: () => new Date() };
  try {
    return await makeAuditedChange(services, shopItself, async (change) => {
      const { tx, now } = change;
      const at = now.toISOString();
      const buyers = await tx.selectFrom('accounts').select(['id', 'emailKey']).execute();
      for (const { id: accountId, emailKey } of buyers) {
        await tx
          .insertInto('newsConsents')
          .values({
            ...{ id: newId(now), accountId, emailKey, place: 'account', words: 'Send me news.' },
            ...{ askedAt: at, mailedAt: at, confirmedAt: at, endedAt: null },
          })
          .execute();
      }
      await writeSetting(change, 'sellers', [{ name: 'Mia', address, taxId: '', since: at }]);
      const id = await createNewsletter(change, subject);
      const base = { text: '' };
      await saveNewsletter(change, id, { base, changes: { text: 'Schau: neue Füchse.' } });
      const { version } = await newsletterRow(tx, id);
      await sendNewsletter(change, id, {
        ...{ version, at: null, timeZone: 'UTC', readers: buyers.length },
      });
      return buyers.length;
    });
  } finally {
    await database.close();
  }
}

/** Whether each of so many newsletters has arrived as mail programs want it, and one press in one of them ends them. */
export async function newsletterArrivals(
  mails: readonly string[],
  wanted: number,
  { url, dataDir }: RunningShop,
): Promise<Verdict> {
  const letters = mails.map(readMail).filter((mail) => mail.header('Subject') === subject);
  const faults = letters.flatMap(faultsOf);
  const [first] = letters;
  const path = /<[^>]*(\/api\/unsubscribe\?[^>]+)>/.exec(first?.header('List-Unsubscribe') ?? '');
  const answer = await fetch(url + (path?.[1] ?? ''), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  const database = await openDatabase(parseEnv({ DATA_DIR: dataDir }));
  const ended = await database.read
    .selectFrom('newsConsents')
    .select('id')
    .where('endedAt', 'is not', null)
    .execute();
  await database.close();
  return {
    promise: 'a newsletter arrives with both parts and one press to leave, which ends it',
    seen: `${letters.length} of ${wanted}; ${['List-Unsubscribe-Post', 'Content-Type', 'Message-ID', 'Precedence', 'DKIM-Signature'].map((name) => `${name}: ${first?.header(name) || 'none'}`).join(', ')}; leaving answered ${answer.status}`,
    faults: [
      ...faults,
      ...(letters.length === wanted ? [] : [`${letters.length} arrived`]),
      ...(answer.ok && ended.length === 1 ? [] : [`${ended.length} left by one press`]),
    ],
  };
}

interface ReadMail {
  /** Unfolded, with encoded words as they read. */
  readonly header: (name: string) => string;
  /** Each part's type and its text. */
  readonly parts: ReadonlyMap<string, string>;
}

function readMail(raw: string): ReadMail {
  const [head = '', body = ''] = splitHead(raw);
  const boundary = /boundary="?([^";\n]+)/i.exec(head)?.[1] ?? '';
  const parts = new Map(
    body.split(`--${boundary}`).flatMap((part) => {
      const [partHead = '', text = ''] = splitHead(part.replace(/^\n/, ''));
      const type = /^Content-Type: ([^;\n]+)/im.exec(partHead)?.[1];
      return type ? [[type, decoded(text, partHead)] as const] : [];
    }),
  );
  return { header: (name) => headerOf(head, name), parts };
}

function splitHead(raw: string): readonly string[] {
  const text = raw.replaceAll('\r\n', '\n');
  const at = text.indexOf('\n\n');
  return [text.slice(0, at).replaceAll(/\n[ \t]+/g, ' '), text.slice(at + 2)];
}

function headerOf(head: string, name: string): string {
  const value = new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? '';
  return value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, how: string, text: string) =>
      how.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString()
        : quoted(text.replaceAll('_', ' ')),
    );
}

function decoded(text: string, head: string): string {
  if (/^Content-Transfer-Encoding: base64/im.test(head)) {
    return Buffer.from(text, 'base64').toString();
  }
  return /^Content-Transfer-Encoding: quoted-printable/im.test(head)
    ? quoted(text.replaceAll(/=\n/g, ''))
    : text;
}

function quoted(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString();
}

function faultsOf({ header, parts }: ReadMail): string[] {
  const expected: readonly (readonly [string, boolean])[] = [
    ['List-Unsubscribe', /^<https?:\/\/[^>]+>$/.test(header('List-Unsubscribe'))],
    ['List-Unsubscribe-Post', header('List-Unsubscribe-Post') === 'List-Unsubscribe=One-Click'],
    ['Message-ID', /^<[^@>]+@[^>]+>$/.test(header('Message-ID'))],
    ['Date', header('Date') !== ''],
    ['no DKIM-Signature', header('DKIM-Signature') === ''],
    ...['text/plain', 'text/html'].map(
      (type) =>
        [
          type,
          ['Schau: neue Füchse.', 'Mühlweg 1', 'Mia'].every((words) =>
            parts.get(type)?.includes(words),
          ),
        ] as const,
    ),
  ];
  const id = header('Message-ID');
  return expected.filter(([, isRight]) => !isRight).map(([name]) => `${id}: ${name}`);
}
