import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { seedDemo } from '#demo/seed.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { openSqlite } from '#server/platform/database/sqlite.ts';
import { emptyFolder } from '#tests/support/empty-folder.ts';
import { endWithThis } from '#tests/support/end-with-this.ts';
import { untilSaid } from '#tests/support/until-said.ts';

/** More than both draw before they are stopped. */
const designs = 40;

function draw(dataDir: string): ChildProcess {
  const child = fork('demo/draw.ts', {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      DEMO_DESIGNS: String(designs),
      DEMO_PIXELS: '64',
    },
  });
  endWithThis(child, 'KILL');
  return child;
}

test('of two processes one draws the demo studio, and the other goes on when that one stops', async () => {
  const dataDir = await emptyFolder();
  const database = await openSqlite(dataDir);
  const services = { database, clock: () => new Date() };
  await makeChange(services, (change) => seedDemo(change, designs, 'hash'));

  const first = draw(dataDir);
  await once(first, 'message');
  const second = draw(dataDir);
  let isDrawing = false;
  second.once('message', () => {
    isDrawing = true;
  });
  await untilSaid(second, 'Another process is drawing');
  expect(isDrawing).toBe(false);
  first.kill('SIGTERM');
  expect(await once(first, 'exit')).toEqual([0, null]);
  await vi.waitUntil(() => isDrawing, 20_000);
  // As if its shop had been killed.
  second.disconnect();
  expect(await once(second, 'exit')).toEqual([0, null]);

  const drafts = await database.read
    .selectFrom('products')
    .select('id')
    .where('status', '=', 'draft')
    .execute();
  expect(drafts.length).toBeGreaterThan(0);
  await database.close();
});
