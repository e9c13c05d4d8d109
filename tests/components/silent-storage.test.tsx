import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '#contract/shop/paths.ts';
import { factOf } from '#tests/support/fact-of.ts';
import { newUser, openShop } from '#tests/support/open-shop.tsx';

const part = page.getByRole('region', { name: 'App and offline storage' });
const storageFact = (term: string) => factOf(part, term);
const { storage } = navigator;

/** The storage of a browser that answers these questions only. */
function browserWith(methods: Partial<StorageManager>): void {
  Object.defineProperty(navigator, 'storage', { configurable: true, get: () => methods });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'storage'));
}

const getDirectory = () => storage.getDirectory();
const openAccount = () => openShop({ path: paths.myAccount.path, user: newUser() });

test('what the browser does not say counts neither as good nor as bad', async () => {
  browserWith({ getDirectory });
  await openAccount();

  await expect.poll(() => storageFact('Space used')).toBe('Your browser doesn’t say.');
  expect(storageFact('Storage')).toBe('Your browser doesn’t say.');
  const fact = part.getByRole('definition').filter({ hasText: 'Your browser doesn’t say.' });
  await expect.element(fact).toHaveLength(2);
  for (const element of fact.elements()) expect(element.querySelector('svg, button')).toBeNull();
});

test('a browser without an estimate still says whether the storage is protected', async () => {
  browserWith({ getDirectory, persisted: async () => true });
  await openAccount();

  await expect.poll(() => storageFact('Storage')).toBe('Protected: kept until you clear it.');
  expect(storageFact('Space used')).toBe('Your browser doesn’t say.');
});

test('says that the browser asks, as long as it does, and what came of it', async () => {
  let asked = Promise.withResolvers<boolean>();
  let isPersisted = false;
  const estimate = async () => ({ usage: 1_000_000, quota: 100_000_000 });
  const persisted = async () => isPersisted;
  browserWith({ getDirectory, estimate, persisted, persist: () => asked.promise });
  await openAccount();
  await part.getByRole('button', { name: 'Protect it' }).click();

  await expect.poll(() => storageFact('Storage')).toContain('Your browser asks you');
  asked.resolve(false);
  await expect.poll(() => storageFact('Storage')).toContain('Your browser refused for now.');

  asked = Promise.withResolvers();
  await part.getByRole('button', { name: 'Protect it' }).click();
  await expect.poll(() => storageFact('Storage')).toContain('Your browser asks you');
  isPersisted = true;
  asked.resolve(true);
  await expect.poll(() => storageFact('Storage')).toBe('Protected: kept until you clear it.');
});
