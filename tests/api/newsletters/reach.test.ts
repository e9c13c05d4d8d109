import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { newsletterRefusals } from '#contract/studio/newsletters.ts';
import { sellerRefusals } from '#contract/studio/seller.ts';
import { createApp } from '#server/app.ts';
import { endConsent } from '#server/news/consents.ts';
import { audienceOf, countReaders, nextReaders } from '#server/newsletters/audience.ts';
import { sendNextPortion } from '#server/newsletters/send-newsletters.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { writeSetting } from '#server/platform/settings/settings.ts';
import { addNewsReaders } from '#tests/support/news-readers.ts';
import { openNewsletterDesk, testPace } from '#tests/support/newsletter-desk.ts';
import { loggingDatabase } from '#tests/support/query-log.ts';
import { callStudio, studioRefused } from '#tests/support/studio-call.ts';

const hour = 3_600_000;

test('a portion begins after the last one, and who came meanwhile gets it at the end', async () => {
  const desk = await openNewsletterDesk();
  const { services } = desk;
  const readers = await addNewsReaders(services, 15);
  const ids = readers.map((reader) => reader.id).sort();
  const early = ids[0] ?? '';
  await makeChange(services, (change) => endConsent(change, early));
  const { id } = await desk.create();
  await desk.send(id);
  await sendNextPortion(services, testPace);
  await desk.deliver();
  const reached = async () =>
    (
      await services.database.read
        .selectFrom('newsletters')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).reachedId;
  expect(await reached()).toBe(ids[10]);
  await services.database.write((tx) =>
    tx.updateTable('newsConsents').set({ endedAt: null }).where('accountId', '=', early).execute(),
  );
  services.pass(testPace.portionMs);
  await desk.sendAll();
  expect(desk.recipients()).toEqual(readers.map(({ email }) => email).sort());
  expect(await desk.read(id)).toMatchObject({ state: 'sent', sent: 15 });
});

test('looks for readers slice by slice, and lets other work have its turn', async () => {
  const { services } = await openNewsletterDesk();
  await addNewsReaders(services, 5);
  await services.database.write(async (tx) => {
    const all = await tx.selectFrom('accounts').selectAll().execute();
    const at = services.clock().toISOString();
    for (let made = 0; made < 1200; made += 1) {
      const id = made.toString(16).padStart(24, '0');
      const email = `${id}@shop.example`;
      const [account] = all;
      if (!account) throw new Error('no account');
      await tx
        .insertInto('accounts')
        .values({ ...account, id, email, emailKey: email })
        .execute();
      await tx
        .insertInto('newsConsents')
        .values({
          ...{ id, accountId: id, emailKey: email, place: 'account', words: 'Send me news.' },
          ...{ askedAt: at, mailedAt: at, confirmedAt: at, endedAt: null },
        })
        .execute();
    }
  });
  const { read } = services.database;
  let turns = 0;
  let isDone = false;
  const counting = countReaders(read, audienceOf(read, 'everyone')).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await turn();
    turns += 1;
  }
  expect(await counting).toBe(1205);
  expect(turns).toBeGreaterThanOrEqual(3);
  const newsletter = { id: '0'.repeat(24), audience: 'everyone', reachedId: null };
  const all = await nextReaders(read, newsletter, 2000);
  expect(all).toHaveLength(1205);
  expect(all).toEqual([...new Set(all)].sort());
  const later = await nextReaders(read, { ...newsletter, reachedId: all[699] ?? '' }, 600);
  expect(later).toEqual(all.slice(700));
});

test('one that stopped by itself is told to staff, and waits under Today until somebody decides', async () => {
  const desk = await openNewsletterDesk();
  const { services, app, cookie } = desk;
  await addNewsReaders(services, 12);
  const { id } = await desk.create();
  await desk.send(id);
  await desk.sendAll(({ recipient }) => recipient.startsWith('buyer-'));
  await desk.deliver();
  const told = desk.sent.find(({ subject }) => subject === 'A newsletter stopped by itself');
  expect(told?.text).toContain('“Autumn” stopped because mail servers refused too many');
  expect(told?.text).toContain(`/studio/news/${id}`);
  const waiting = async () =>
    (await callStudio(app, 'today', { cookie })).answer.waiting.stoppedNewsletters;
  expect(await waiting()).toBe(1);

  const { version } = await desk.read(id);
  // Pressed where it was still being sent.
  const pressed = await desk.stop(id, version - 1);
  expect(pressed).toMatchObject({ version, state: 'stopped', stopReason: 'refused' });
  expect(await waiting()).toBe(1);
  expect(await desk.stop(id, version)).toMatchObject({ state: 'stopped', stopReason: 'staff' });
  expect(await waiting()).toBe(0);
  const lines = async () => (await desk.linesOf(id)).map(({ action }) => action);
  expect((await lines()).at(-1)).toBe('newsletter.left');
  const before = (await lines()).length;
  await desk.stop(id);
  expect(await lines()).toHaveLength(before);
});

test('says to whom it went and how many, in words', async () => {
  const desk = await openNewsletterDesk();
  const { services } = desk;
  await addNewsReaders(services, 2, { licenseType: 'FABRIC_SHOP', status: 'approved' });
  const { id } = await desk.create({ audience: 'FABRIC_SHOP' });
  await desk.send(id);
  const [changed, started] = (await desk.linesOf(id)).slice(-2);
  expect(changed?.after).toContain('"audience":"Licence: Fabric shop"');
  expect(changed?.before).toContain('"audience":"Everyone who asked for news"');
  expect(started?.after).toContain('"audience":"Licence: Fabric shop","readers":2');
});

test('one that the version before planned without the seller’s address stops, and waits under Today', async () => {
  const desk = await openNewsletterDesk();
  const { services, app, cookie } = desk;
  await addNewsReaders(services, 1);
  const { id } = await desk.create();
  await desk.send(id, '2026-03-01T10:00');
  await makeChange(services, (change) => writeSetting(change, 'sellers', []));
  services.pass(hour);
  await desk.sendAll();
  expect(desk.recipients()).toEqual([]);
  await desk.deliver();
  expect(desk.sent[0]?.text).toContain('no address is entered under Settings, Receipts');
  const waiting = async () =>
    (await callStudio(app, 'today', { cookie })).answer.waiting.stoppedNewsletters;
  expect(await waiting()).toBe(1);

  // The rest, as the mail says.
  const { version, state, stopReason, figures } = await desk.read(id);
  expect({ state, stopReason, left: figures.left }).toEqual({
    ...{ state: 'stopped', stopReason: null, left: 1 },
  });
  expect(await desk.stop(id, version)).toMatchObject({ state: 'stopped', stopReason: 'staff' });
  expect(await waiting()).toBe(0);
  expect((await desk.linesOf(id)).at(-1)?.before).toContain('"why":"address"');
});

test('its readers aren’t counted in the write that sends it', async () => {
  const desk = await openNewsletterDesk();
  const { services, cookie } = desk;
  await addNewsReaders(services, 3);
  const { id, version } = await desk.create();
  const { statements, write } = loggingDatabase(services.database);
  const app = createApp({ ...services, database: { ...services.database, write } });
  const request = { cookie, params: { id }, body: { version, at: null } };
  const { answer } = await callStudio(app, 'sendNewsletter', request);
  expect(answer.figures.left).toBe(3);
  expect(statements).toContainEqual(expect.stringContaining('update "newsletters"'));
  expect(statements).not.toContainEqual(expect.stringContaining('newsConsents'));
});

test('is neither sent nor planned without the seller’s address, which then can’t be removed', async () => {
  const desk = await openNewsletterDesk();
  const { services, app, cookie } = desk;
  await addNewsReaders(services, 1);
  const { id } = await desk.create();
  const save = (from: string, to: string) => ({
    ...{ cookie, body: { base: { address: from }, changes: { address: to } } },
  });
  await callStudio(app, 'saveSeller', save('1 Mill Lane\nLeeds', ''));
  for (const at of [null, '2026-03-01T10:00']) {
    expect(await desk.sendRefused(id, at)).toMatchObject({
      ...{ code: 'CONFLICT', message: newsletterRefusals.noAddress },
    });
  }
  await callStudio(app, 'saveSeller', save('', '1 Mill Lane'));
  await desk.send(id, '2026-03-01T10:00');
  const { problem } = await studioRefused(app, 'saveSeller', save('1 Mill Lane', ''));
  expect(problem.fields).toEqual({ address: sellerRefusals.newsletter('Autumn') });
  services.pass(hour);
  await desk.sendAll();
  expect(desk.sent[0]?.text).toContain('1 Mill Lane');
  await callStudio(app, 'saveSeller', save('1 Mill Lane', ''));
});
