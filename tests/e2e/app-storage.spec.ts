import { paths } from '#contract/paths.ts';
import { expect, test } from '../support/offline-test.ts';

test('the storage section says what is saved, and finds out that the shop cannot be reached', async ({
  phone,
}) => {
  const buyer = await phone.api.newBuyer();
  const page = await phone.visit(`${paths.myAccount.path}#app`, buyer);
  const section = page.getByRole('region', { name: 'App and offline storage' });
  await expect(section).toContainText('Works without a signalReady');
  await expect(section).toContainText(/Designs saved\d+, as of/);

  await section.getByRole('button', { name: 'Test now' }).click();
  await expect(section).toContainText('Reached just now');
  await phone.lose('killed');
  await section.getByRole('button', { name: 'Test now' }).click();
  await expect(section).toContainText('Could not be reached');
  await phone.regain();
  await section.getByRole('button', { name: 'Try again' }).click();
  await expect(section).toContainText('Reached just now');
});

test('designs that the browser cleared away come back, and are counted at once', async ({
  phone,
}) => {
  const buyer = await phone.api.newBuyer();
  const page = await phone.visit(`${paths.myAccount.path}#app`, buyer);
  const section = page.getByRole('region', { name: 'App and offline storage' });
  await expect(section).toContainText(/Designs saved\d+, as of/);
  await phone.lose('killed');
  await page.evaluate(async () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const deleting = indexedDB.deleteDatabase('pinwheel-catalogue');
    deleting.onsuccess = () => resolve();
    deleting.onerror = () => reject(deleting.error);
    await promise;
  });
  await page.reload();
  await expect(section).toContainText('Designs savedNone');
  await phone.regain();
  await section.getByRole('button', { name: 'Save them now' }).click();
  await expect(section).toContainText(/Designs saved\d+, as of/);
});
