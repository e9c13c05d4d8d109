import { pino } from 'pino';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { startReadingInbox } from '#server/messages/read-inbox.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { newId } from '#tests/support/new-id.ts';
import { answered, shopWithInbox } from '#tests/support/shop-with-inbox.ts';

let shop: Awaited<ReturnType<typeof shopWithInbox>>;

beforeEach(async () => {
  shop = await shopWithInbox();
});

test('of a mail that answers none of the shop’s only two headers are fetched', async () => {
  const { mailbox, answer, deliver, read, written } = shop;
  const { id } = await answer();
  deliver('x');
  deliver(newId());
  mailbox.deliver('no mail at all');
  await read();
  const whole = () => mailbox.commands.filter((command) => command.includes('BODY.PEEK[]'));
  expect(whole()).toEqual([]);
  deliver(newId(), { headers: [`References: <a@b.example>`, `\t<${id}@localhost>`] });
  await read();
  expect(whole()).toHaveLength(1);
  expect(await written()).toEqual(answered('The dark one.'));
});

test('a mail with too many parts stays unread, and the next one is taken', async () => {
  const { mailbox, answer, deliver, read, written } = shop;
  const { id } = await answer();
  deliver(id, {
    text: `${'--b\n\nBlue.\n'.repeat(401)}--b--`,
    headers: ['MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b'],
  });
  deliver(id, { id: 'two' });
  await read();
  expect(await written()).toEqual(answered('The dark one.'));
  expect(mailbox.unread()).toBe(1);
});

test('a mail that the server can’t give out is left after three tries', async () => {
  const { mailbox, answer, deliver, read, written } = shop;
  const { id } = await answer();
  deliver(id, { text: 'Lost.' });
  deliver(id, { id: 'two' });
  mailbox.refuse('UID FETCH 1 ');
  for (let tries = 0; tries < 3; tries += 1) await expect(read()).rejects.toThrow();
  expect(await written()).toEqual(answered());
  await read();
  expect(await written()).toEqual(answered('The dark one.'));
  expect(mailbox.unread()).toBe(1);
});

test('what the server refuses is tried again', async () => {
  const { mailbox, answer, deliver, read, written } = shop;
  const { id } = await answer();
  await read();
  deliver(id);
  for (const command of ['UID SEARCH', 'UID STORE']) {
    mailbox.refuse(command);
    await expect(read()).rejects.toThrow();
  }
  mailbox.refuse('nothing');
  await read();
  expect(await written()).toEqual(answered('The dark one.'));
  expect(mailbox.unread()).toBe(0);
});

test('a mail is taken once, also if the shop is killed before it could say so, or the mailbox is numbered anew', async () => {
  const { mailbox, answer, deliver, read, written } = shop;
  const { id } = await answer();
  deliver(id);
  mailbox.breakAt('UID STORE');
  await expect(read()).rejects.toThrow();
  expect(await written()).toEqual(answered('The dark one.'));
  await read();
  mailbox.renumber();
  deliver(id);
  await read();
  expect(await written()).toEqual(answered('The dark one.'));
  expect(mailbox.unread()).toBe(0);
});

test('while the database is away a mail waits', async () => {
  const { answer, deliver, read, written, services } = shop;
  const { id } = await answer();
  deliver(id);
  const away = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
  const broken = {
    ...services,
    database: { ...services.database, write: () => Promise.reject(away) },
  };
  await expect(read(broken)).rejects.toThrow('away');
  await read();
  expect(await written()).toEqual(answered('The dark one.'));
});

test('a mail waits for a database that goes away while it is taken, however often', async () => {
  const { services, answer, deliver, read, written } = shop;
  const { id } = await answer();
  await read();
  deliver(id);
  const { database } = services;
  for (let tries = 0; tries < 4; tries += 1) {
    let writes = 0;
    const write: typeof database.write = (work, owner) => {
      writes += 1;
      const away = new Problem('UNAVAILABLE', 'away');
      return writes === 2 ? Promise.reject(away) : database.write(work, owner);
    };
    const broken = { ...services, database: { ...database, write } };
    const reading = read(broken);
    await expect(reading).rejects.toThrow('away');
  }
  await read();
  expect(await written()).toEqual(answered('The dark one.'));
});

test('after a failure the inbox is tried again after a minute, and then after two', async () => {
  const { services, mailbox, mailInbox } = shop;
  await mailbox.close();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { promise, resolve } = Promise.withResolvers<void>();
  let failed = resolve;
  let failures = 0;
  const log = pino({ level: 'silent' });
  log.warn = () => {
    failures += 1;
    failed();
  };
  let asked = 0;
  const clock = () => {
    asked += 1;
    return services.clock();
  };
  const job = startReadingInbox({ ...services, log, clock }, mailInbox);
  const failing = async (wait: Promise<void>) => {
    await vi.advanceTimersByTimeAsync(30_000);
    await wait;
  };
  await failing(promise);
  for (const [tries, minutes] of [1, 2].entries()) {
    services.pass(minutes * 60_000 - 1);
    const before = asked;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(asked).toBe(before + 1);
    expect(failures).toBe(tries + 1);
    services.pass(1);
    const next = Promise.withResolvers<void>();
    failed = next.resolve;
    await failing(next.promise);
  }
  expect(failures).toBe(3);
  await job.stop();
});

test('the health check says if the inbox wasn’t read to its end for hours', async () => {
  const { services, mailbox, read, inboxCheck } = shop;
  mailbox.refuse('UID SEARCH UID');
  await expect(read()).rejects.toThrow();
  expect(await inboxCheck()).toMatchObject({ state: 'ok' });
  services.pass(3 * 3_600_000);
  await expect(read()).rejects.toThrow();
  expect(await inboxCheck()).toMatchObject({
    ...{ state: 'fault', text: expect.stringContaining('3 hours') },
  });
  mailbox.refuse('nothing');
  await read();
  expect(await inboxCheck()).toMatchObject({ state: 'ok' });
});

test('the health check counts unread mails, and says why the inbox can’t be read, without the password', async () => {
  const { services, deliver, inboxCheck, mailInbox } = shop;
  deliver('x');
  expect(await inboxCheck()).toMatchObject({
    state: 'ok',
    text: expect.stringContaining('1 e-mail '),
  });
  Object.assign(services.env, { mailInbox: { ...mailInbox, password: 'another pass/word' } });
  const refused = await inboxCheck();
  expect(refused).toMatchObject({ state: 'fault' });
  expect(refused?.text).toContain('AUTHENTICATIONFAILED');
  expect(JSON.stringify(refused)).not.toContain('pass/word');
});
