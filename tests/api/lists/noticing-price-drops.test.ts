import { expect, onTestFinished, test, vi } from 'vitest';
import { startPriceDrops } from '#server/lists/price-drops/notice-price-drops.ts';
import { schedulePriceDrops } from '#server/lists/price-drops/price-drops.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { firstCursor } from '#server/platform/database/changes-after.ts';
import { type Database, DatabaseUnavailable } from '#server/platform/database/open.ts';
import { recordCatalogueChange } from '#server/platform/database/record-catalogue-change.ts';
import type { Job } from '#server/platform/jobs/repeat.ts';
import { goBackTo } from '#tests/support/go-back.ts';
import type { TestServices } from '#tests/support/make-services.ts';
import { openWishShop } from '#tests/support/wish-shop.ts';

/** A shop in which two buyers' designs became cheaper, with more changes in between than are checked at once. */
async function manyChanges() {
  const shop = await openWishShop();
  const { services } = shop;
  const makeCheaper = async (title: string, wishedBy: string) => {
    const design = await shop.design(title, 800);
    await shop.buyer(wishedBy, [design]);
    await shop.discount(design, 500);
  };
  await makeCheaper('Foxes', 'Ada');
  const other = await shop.design('Whales', 800);
  const others = Array.from({ length: 500 }, () => other);
  await makeChange(services, (change) => recordCatalogueChange(change, others));
  await makeCheaper('Moons', 'Bea');
  const scheduled = async () => {
    const accounts = services.database.read.selectFrom('accounts').select('id');
    return (await accounts.where('priceDropsDueAt', 'is not', null).execute()).length;
  };
  return { services, scheduled };
}

/** Starts the job, with time standing still; `beforeWrite` is called before each of its writes. */
function startWith(services: TestServices, beforeWrite: () => void): Job {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const write: Database['write'] = async (work, owner) => {
    beforeWrite();
    return services.database.write(work, owner);
  };
  return startPriceDrops({ ...services, database: { ...services.database, write } });
}

test('many catalogue changes are checked some at a time', async () => {
  const { services, scheduled } = await manyChanges();
  let seen = firstCursor;
  const look = async () => {
    seen = await schedulePriceDrops(services.database, services.clock(), seen);
    return scheduled();
  };

  expect([await look(), await look()]).toEqual([1, 2]);
  const last = seen;
  expect([await look(), seen]).toEqual([2, last]);
});

test('all catalogue changes are checked in one round, also after a failed one', async () => {
  const { services, scheduled } = await manyChanges();
  const failed = Promise.withResolvers<void>();
  const checked = Promise.withResolvers<void>();
  const logged = vi.spyOn(services.log, 'error').mockImplementation(() => failed.resolve());
  let writes = 0;
  const job = startWith(services, () => {
    writes += 1;
    if (writes === 1) throw new DatabaseUnavailable(new Error('ECONNREFUSED'));
    if (writes === 3) checked.resolve();
  });

  await vi.advanceTimersToNextTimerAsync();
  await failed.promise;
  await vi.advanceTimersToNextTimerAsync();
  await checked.promise;
  await job.stop();

  expect(await scheduled()).toBe(2);
  expect(logged).toHaveBeenCalledOnce();
});

test('a shop that stops checks no further catalogue changes', async () => {
  const { services, scheduled } = await manyChanges();
  const stopped = Promise.withResolvers<void>();
  const job = startWith(services, () => stopped.resolve(job.stop()));

  await vi.advanceTimersToNextTimerAsync();
  await stopped.promise;

  expect(await scheduled()).toBe(1);
});

test('a price drop is noticed although its change has the number of one that the database has lost', async () => {
  const shop = await openWishShop();
  const [foxes, moons] = [await shop.design('Foxes', 800), await shop.design('Moons', 800)];
  await shop.buyer('Ada', [foxes]);
  const goBack = await goBackTo(shop.services.database);
  await shop.discount(moons, 500);
  await shop.round();
  await goBack();

  await shop.discount(foxes, 500);
  await shop.round();

  expect((await shop.later()).map(({ message: { title } }) => title)).toEqual([
    'Foxes now costs $5.00',
  ]);
});
