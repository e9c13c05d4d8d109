import { expect, onTestFinished, test, vi } from 'vitest';
import { doNextWork } from '#server/designs/files/do-work.ts';
import { fileWork, queueDelivery } from '#server/designs/files/work-queue.ts';
import { planImport, planImports } from '#server/designs/imports/plan-import.ts';
import { makeChange } from '#server/platform/database/change.ts';
import type { FileStore } from '#server/platform/files/file-store.ts';
import { claimNext } from '#server/platform/jobs/do-next.ts';
import type { AppServices } from '#server/services.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { openFileDesk, pdf, square } from '#tests/support/file-desk.ts';
import { importDesk } from '#tests/support/import-desk.ts';
import { csvOf, etsyHeader, etsyRows } from '#tests/support/import-files.ts';
import type { TestServices } from '#tests/support/make-services.ts';
import { callStudio } from '#tests/support/studio-call.ts';

/** Work on a design's files, and dry runs of imports, that take longer than a lease stay with their process. */

/** Another process has taken over work by then, unless its lease was renewed. */
const takenOverMs = 60_000;
const renewMs = 10_000;

const never = new AbortController().signal;

/**
 * Begins work that stalls once it calls `wait`, lets a minute pass with one renewal, and then runs `whileStalled`.
 * Resolves when the work has ended.
 * @param leaseEnd reads when the lease ends
 */
async function outlastLease(
  services: TestServices,
  begin: (wait: () => Promise<void>) => Promise<unknown>,
  leaseEnd: () => Promise<string | null>,
  whileStalled: () => Promise<void>,
): Promise<void> {
  const [reached, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
    goOn.resolve();
  });
  const working = begin(async () => {
    reached.resolve();
    await goOn.promise;
  });
  await reached.promise;
  services.pass(takenOverMs);
  await vi.advanceTimersByTimeAsync(renewMs);
  vi.useRealTimers();
  await expect.poll(leaseEnd).toSatisfy((at: string) => at > services.clock().toISOString());
  await whileStalled();
  goOn.resolve();
  await working;
}

/** Does the next file work, with a store made by `slow`, while another process finds nothing to do. */
async function outlastFileWork(
  services: TestServices,
  slow: (files: FileStore, wait: () => Promise<void>) => Partial<FileStore>,
): Promise<void> {
  const { files, database } = services;
  const held = database.read.selectFrom('designWork').select('heldUntil');
  await outlastLease(
    services,
    (wait) => doNextWork({ ...services, files: { ...files, ...slow(files, wait) } }),
    async () => (await held.executeTakeFirstOrThrow()).heldUntil,
    async () => expect(await claimNext(services, fileWork)).toBeNull(),
  );
  expect(await held.execute()).toEqual([]);
}

test('previews that take over a minute stay with their process', async () => {
  const { services, draft, send } = await openFileDesk();
  await send(await draft(), { kind: 'image', name: 'a.png', bytes: await square(64) });

  await outlastFileWork(services, (files, wait) => ({
    async putPreview(name, bytes) {
      await wait();
      await files.putPreview(name, bytes);
    },
  }));
});

test('an archive that takes over a minute stays with its process', async () => {
  const { services } = await openFileDesk();
  const designId = await addProduct(services, { files: { 'a.pdf': pdf(), 'b.pdf': pdf() } });
  await makeChange(services, (change) => queueDelivery(change, designId, []));

  await outlastFileWork(services, (files, wait) => ({
    async putOriginal(source) {
      await wait();
      return files.putOriginal(source);
    },
  }));
});

test('a dry run whose file takes over a minute to read stays with its process', async () => {
  const { services, app, cookie, upload, report } = await importDesk();
  const { _id } = await upload(csvOf(etsyHeader, etsyRows(3)));
  await callStudio(app, 'planImport', {
    cookie,
    params: { importId: _id },
    body: { categories: {} },
  });
  const stateOf = async () => (await report(_id)).import.state;
  const slow = (wait: () => Promise<void>): AppServices => ({
    ...services,
    database: {
      ...services.database,
      read: services.database.read.withPlugin({
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          // The file, and not what is read to claim it.
          if (result.rows.some((row) => 'content' in row)) await wait();
          return result;
        },
      }),
    },
  });

  await outlastLease(
    services,
    (wait) => planImport(slow(wait), _id, null),
    async () => {
      const row = services.database.read.selectFrom('imports').select('plannedUntil');
      return (await row.executeTakeFirstOrThrow()).plannedUntil;
    },
    async () => {
      await planImports(services, never);
      expect(await stateOf()).toBe('planning');
    },
  );
  expect(await stateOf()).toBe('planned');
});
