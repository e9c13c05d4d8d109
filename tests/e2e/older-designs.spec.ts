import { paths } from '#contract/shop/paths.ts';
import { limits } from '#contract/wire/limits.ts';
import { expect, test } from '#tests/support/offline-test.ts';

test.use({ designs: limits.snapshotSize + 1 });

test('an open page has the next worker continue with older designs after the browser ended one', async ({
  phone,
}) => {
  const page = await phone.open();
  const asked = Promise.withResolvers<void>();
  await page.context().route('**/api/products/older?*', () => asked.resolve());
  await phone.visit(paths.storage.path);
  const saved = page.getByRole('region', { name: 'App and offline storage' });
  await expect(saved).toContainText('Designs savedThe newest 2,000 of 2,001, checked');
  await asked.promise;
  const session = await page.context().newCDPSession(page);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  await page.context().unroute('**/api/products/older?*');

  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(saved).toContainText(/Designs saved2,001, checked/);
});
