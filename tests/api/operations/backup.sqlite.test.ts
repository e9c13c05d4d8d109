import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeDueBackup } from '#server/operations/backups/backup-run.ts';
import { DatabaseProblem } from '#server/platform/database/check-database.ts';
import { runOf, wholeNames } from '#tests/support/backup-state.ts';
import { damagePage } from '#tests/support/damage-page.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { queuedMails } from '#tests/support/queued-mails.ts';

const hour = 3_600_000;
const day = 24 * hour;
const signal = new AbortController().signal;

test('a damaged database makes no backup, deletes none, and is reported by mail once a day', async () => {
  const services = await makeServices();
  const mails = () => queuedMails(services, { subject: /damaged/ });
  const nightly = () => makeDueBackup(services, { mayBeNightly: true, signal });
  await nightly();
  const whole = await wholeNames(services);
  damagePage(join(services.env.dataDir, 'pinwheel.sqlite'), 'wishlists');

  services.pass(day);
  await expect(nightly()).rejects.toThrow(/is damaged \(.*npm run restore/);
  services.pass(hour);
  await expect(nightly()).rejects.toThrow(DatabaseProblem);
  expect(await wholeNames(services)).toEqual(whole);
  expect(await runOf(services)).toMatchObject({
    state: 'failed',
    problem: 'The database is damaged. The server’s log says how to restore it.',
  });
  expect(await mails()).toMatchObject([
    {
      recipient: 'hello@pinwheel.example',
      subject: 'The database of Pinwheel is damaged',
      text: expect.stringContaining('npm run restore'),
    },
  ]);

  services.pass(day);
  await expect(nightly()).rejects.toThrow(DatabaseProblem);
  expect(await mails()).toHaveLength(2);
});

test('the rows of a backup are counted in a thread of its own', async () => {
  const services = await makeServices();
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
  onTestFinished(() => prepare.mockRestore());

  const made = await makeDueBackup(services, { mayBeNightly: true, signal });

  expect(made?.summary.rows).toMatchObject({ orders: 0, settings: expect.any(Number) });
  expect(prepare.mock.calls.filter(([text]) => text.includes('count(*) AS count'))).toEqual([]);
});
