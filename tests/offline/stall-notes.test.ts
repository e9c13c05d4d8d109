import { expect, test } from 'vitest';
import { mergeVisitor, withoutMerged } from '#offline/accounts/visitor-merge.ts';
import type { Device } from '#offline/device.ts';
import { emptyRows, type StallNote } from '#offline/outbox/rows.ts';
import { ana, ben, createModelServer, productId, productOf } from './model-server.ts';
import { createTestBrowser } from './test-device.ts';

const wish = { productId: 'owls', title: 'Night Owls', name: 'Ada', quantity: 3 };

function signedIn(account: string | null = ana) {
  const browser = createTestBrowser(createModelServer());
  if (account !== null) browser.signIn(account);
  return browser;
}

/** The notes that this device shows now. */
async function notesOf(device: Device): Promise<readonly StallNote[]> {
  const { watch } = await device.stallNotes();
  let stop = () => {};
  const notes = await new Promise<readonly StallNote[]>((resolve) => {
    stop = watch(resolve);
  });
  stop();
  return notes;
}

const namesOf = async (device: Device) => (await notesOf(device)).map(({ name }) => name);

test('a note is there after a reload and in other tabs, the newest first', async () => {
  const browser = signedIn();
  const notes = await browser.open().stallNotes();
  expect(await notes.add(wish)).toBe(true);
  browser.clock.move(1000);
  await notes.add({ ...wish, name: 'Ben' });
  expect(await notesOf(browser.open())).toMatchObject([{ ...wish, name: 'Ben' }, wish]);
});

test('a note is never sent', async () => {
  const browser = signedIn();
  const device = browser.open();
  await (await device.stallNotes()).add(wish);
  const { outbox } = await browser.rows(ana, (store) => store.read());
  expect(outbox).toEqual([]);
  expect(await device.countUnsent()).toBe(0);
});

test('a deleted note can be brought back, once', async () => {
  const device = signedIn().open();
  const notes = await device.stallNotes();
  await notes.add(wish);
  await notes.add({ ...wish, name: 'Ben' });
  const all = await notesOf(device);
  await notes.delete(all.slice(0, 1));
  expect(await notes.count()).toBe(1);
  await notes.restore(all);
  await notes.restore(all);
  expect(new Set(await notesOf(device))).toEqual(new Set(all));
});

test('whoever signs in next never sees a note, and its owner does again', async () => {
  const browser = signedIn();
  const device = browser.open();
  await device.follow();
  await (await device.stallNotes()).add(wish);
  browser.signOut();
  await device.follow();
  expect(await namesOf(device)).toEqual([]);
  browser.signIn(ben);
  await device.follow();
  expect(await namesOf(device)).toEqual([]);
  browser.signIn(ana);
  await device.follow();
  expect(await namesOf(device)).toEqual(['Ada']);
});

test('a log-out keeps notes only if the owner wants them kept', async () => {
  for (const keepsUnsent of [true, false]) {
    const browser = signedIn();
    const device = browser.open();
    await device.follow();
    await (await device.stallNotes()).add(wish);
    await device.wipe({ keepsUnsent });
    browser.signOut({ byOwner: true });
    await device.follow();
    expect(await namesOf(device)).toEqual([]);
    browser.signIn(ana);
    await device.follow();
    expect(await namesOf(device)).toEqual(keepsUnsent ? ['Ada'] : []);
  }
});

test('an ended session, and forgetting what was viewed, leave the notes', async () => {
  const browser = signedIn();
  const device = browser.open();
  await device.follow();
  await (await device.stallNotes()).add(wish);
  browser.signOut();
  await device.follow();
  await device.forgetEnded();
  browser.signIn(ana);
  await device.follow();
  expect(await namesOf(device)).toEqual(['Ada']);
});

test('a visitor’s notes go to the account that signs in, and the visitor has none then', async () => {
  const browser = signedIn(null);
  const device = browser.open();
  await device.follow();
  await (await device.stallNotes()).add(wish);
  browser.signIn(ana);
  await device.follow();
  expect(await namesOf(device)).toEqual(['Ada']);
  const { stallNotes } = await browser.rows(null, (store) => store.read());
  expect(stallNotes).toEqual([]);
});

test('a merge that was interrupted brings no deleted note back', () => {
  const note = { ...wish, id: 'n1', notedAt: '2026-06-01T10:00:00.000Z' };
  const visitor = { ...emptyRows, stallNotes: [note] };
  const merged = mergeVisitor(emptyRows, visitor);
  expect(merged.stallNotes).toEqual([note]);
  expect(mergeVisitor(merged, visitor).stallNotes).toEqual([note]);
  expect(mergeVisitor({ ...merged, stallNotes: [] }, visitor).stallNotes).toEqual([]);
  const later = { ...note, id: 'n2' };
  const left = withoutMerged({ ...visitor, stallNotes: [note, later] }, new Set(['n1']));
  expect(left.stallNotes).toEqual([later]);
});

test('changes to the cart leave the notes alone', async () => {
  const device = signedIn().open();
  await (await device.stallNotes()).add(wish);
  await device.addToCart(productOf(productId(1)));
  await device.sync({ pressed: true });
  expect(await namesOf(device)).toEqual(['Ada']);
});
