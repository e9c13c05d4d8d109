import { expect, test, vi } from 'vitest';
import { sendInBackground } from '#offline/accounts/send-in-background.ts';
import {
  changeFileChoice,
  isUsedBy,
  readFileChoice,
  readHolder,
  readSession,
  readStores,
  saveSession,
  unregisterStore,
} from '#offline/stores/device-database.ts';
import { userOf } from '#tests/support/user-of.ts';
import { ana, ben, fox, moon } from './model-server.ts';
import { cartOnce, shop, shownIds, type TestBrowser } from './test-device.ts';

async function accountsOn({ idb }: TestBrowser): Promise<readonly string[]> {
  const databases = await idb.indexedDB.databases();
  return databases
    .flatMap(({ name }) => (name?.startsWith('pinwheel-account-') ? name.slice(-24) : []))
    .sort();
}

/** Ana's cart with a fox that the shop has and, unless all is sent, a moon that it doesn't. */
async function anaWas(isAllSent: boolean) {
  const { server, browser } = shop();
  browser.signIn(ana);
  const device = browser.open();
  await device.follow();
  await device.addToCart(fox);
  await device.sync({ pressed: true });
  if (!isAllSent) {
    server.nextFaults(Array.from({ length: 9 }, () => 'lost' as const));
    await device.addToCart(moon);
    await device.sync({ pressed: true });
    server.nextFaults([]);
  }
  return { server, browser, device };
}

test('a session that merely ended leaves its owner everything', async () => {
  const { server, browser, device } = await anaWas(false);
  browser.signOut();
  await device.follow();
  const later = browser.open();
  await later.follow();
  expect(shownIds(later)).toEqual([]);
  const { cartLines, outbox } = await browser.rows(ana, (store) => store.read());
  expect(cartLines).toHaveLength(2);
  expect(outbox).toHaveLength(1);

  browser.signIn(ana);
  await later.follow();
  await later.sync({ pressed: true });

  expect(server.cartOf(ana)).toEqual(new Set([fox._id, moon._id]));
});

test('whoever signs in after an ended session has nothing of it on the device', async () => {
  const { browser, device } = await anaWas(true);
  browser.signOut();
  await device.follow();
  expect(await accountsOn(browser)).toEqual([ana]);

  const later = browser.open();
  browser.signIn(ben);
  await later.follow();

  expect(await accountsOn(browser)).toEqual([ben]);
});

test('a browser that cannot list its databases also forgets the previous account', async () => {
  const { browser, device } = await anaWas(true);
  const { indexedDB } = browser.idb;
  const list = indexedDB.databases.bind(indexedDB);
  Object.defineProperty(indexedDB, 'databases', { value: undefined, writable: true });
  browser.signOut();
  await device.follow();
  browser.signIn(ben);
  await device.follow();
  indexedDB.databases = list;

  expect(await accountsOn(browser)).toEqual([ben]);
  expect(await readStores(browser.idb)).toEqual([`pinwheel-account-${ben}`]);
});

test('also forgets what an earlier build stored for another account without registering it', async () => {
  const { browser, device } = await anaWas(true);
  await unregisterStore(browser.idb, `pinwheel-account-${ana}`);
  browser.signOut();
  await device.follow();
  browser.signIn(ben);
  await device.follow();

  expect(await accountsOn(browser)).toEqual([ben]);
});

test("keeps the previous account's unsent changes hidden until its next sign-in", async () => {
  const { server, browser, device } = await anaWas(false);
  browser.signOut();
  await device.follow();
  browser.signIn(ben);
  await device.follow();
  await device.sync({ pressed: true });
  expect(shownIds(device)).toEqual([]);
  const { outbox, ...others } = await browser.rows(ana, (store) => store.read());
  expect(outbox.map(({ args }) => args.productId)).toEqual([moon._id]);
  expect(Object.values(others).flat()).toEqual([]);

  browser.signIn(ana);
  await device.follow();
  await device.sync({ pressed: true });
  expect(server.cartOf(ana)).toEqual(new Set([fox._id, moon._id]));
  expect(server.cartOf(ben)).toEqual(new Set());
});

test('a sign-in over a live session switches the account in every tab', async () => {
  const { server, browser, device } = await anaWas(true);
  const other = browser.open();
  await other.follow();
  browser.signIn(ben);
  await Promise.all([other.follow(), device.follow()]);
  await other.addToCart(moon);
  await other.sync({ pressed: true });
  await cartOnce(device, (now) => shownIds(now).join() === moon._id);

  expect(await accountsOn(browser)).toEqual([ben]);
  expect(server.cartOf(ana)).toEqual(new Set([fox._id]));
  expect(server.cartOf(ben)).toEqual(new Set([moon._id]));
});

test('a tab that slept while somebody else signed in deletes nothing of theirs', async () => {
  const { browser } = shop();
  const device = browser.open();
  browser.signIn(ben);
  await device.follow();
  browser.signOut();
  await device.follow();
  browser.signIn(ana);
  const noted = browser.session.noted();
  browser.signOut();
  const asleep = browser.open({
    accountId: () => ana,
    session: { ...browser.session, noted: () => noted },
    async lock(name, task) {
      if (name === 'pinwheel-hand-over') {
        browser.signIn(ben);
        await device.follow();
        await device.addToCart(moon);
        await device.sync({ pressed: true });
      }
      return task();
    },
  });
  await asleep.follow();

  const { cartLines } = await browser.rows(ben, (store) => store.read());
  expect(cartLines.map((line) => line.productId)).toEqual([moon._id]);
});

test('a worker that was sending meanwhile leaves nothing behind and loses nothing', async () => {
  const { server, browser, device } = await anaWas(false);
  // Her page sends nothing more.
  browser.signOut();
  await device.sync();
  browser.clock.move(3_500);
  const sending = sendInBackground({
    clock: browser.clock,
    random: () => 0.5,
    newId: () => crypto.randomUUID(),
    lock: browser.lock,
    idb: browser.idb,
    client: {
      baseUrl: 'http://shop.test',
      async fetch(...call) {
        const answer = await server.fetch(...call);
        browser.signIn(ben);
        await device.follow();
        return answer;
      },
    },
  });
  await sending.catch(() => {});

  expect(server.cartOf(ana)).toEqual(new Set([fox._id, moon._id]));
  const left = await browser.rows(ana, (store) => store.read());
  const { outbox, ...others } = left;
  expect(Object.values(others).flat()).toEqual([]);
  expect(outbox.length).toBeLessThanOrEqual(1);
});

test('restores from the database a sign-in that local storage has lost', async () => {
  const { server, browser } = shop();
  const killed = browser.saveLocalStorage();
  browser.signIn(ana);
  await browser.open().follow();
  killed();
  expect(browser.account()).toBe(null);

  const device = browser.open();
  await device.follow();
  expect([browser.account(), browser.token()]).toEqual([ana, ana]);
  await device.follow();
  await device.addToCart(fox);
  await device.sync({ pressed: true });
  expect(server.cartOf(ana)).toEqual(new Set([fox._id]));
});

test('does not undo a log-out that local storage has lost', async () => {
  const { browser, device } = await anaWas(true);
  const killed = browser.saveLocalStorage();
  await device.wipe({ keepsUnsent: false });
  browser.signOut();
  await device.follow();
  killed();
  expect(browser.account()).toBe(ana);

  await browser.open().follow();
  expect(browser.account()).toBe(null);
  expect(await readSession(browser.idb)).toBe(null);
});

test('does not restore an ended session that local storage has lost', async () => {
  const { browser, device } = await anaWas(true);
  const killed = browser.saveLocalStorage();
  browser.signOut();
  await device.follow();
  killed();

  await browser.open().follow();
  expect(browser.account()).toBe(null);
});

test('a tab that still believes in an earlier account takes nothing from the next', async () => {
  const { server, browser, device } = await anaWas(true);
  const before = browser.saveLocalStorage();
  browser.signIn(ben);
  await device.follow();
  await device.addToCart(moon);
  await device.sync({ pressed: true });
  before();

  const old = browser.open();
  await old.follow();
  await old.follow();
  expect(browser.account()).toBe(ben);
  expect(await accountsOn(browser)).toEqual([ben]);
  await cartOnce(old, (now) => shownIds(now).join() === moon._id);
  expect(server.cartOf(ana)).toEqual(new Set([fox._id]));
});

test('the database names whose session the shop ended, until they log out or another signs in', async () => {
  const endedOn = async ({ idb }: TestBrowser) => (await saveSession(idb, nobody)).now.ended;
  const nobody = { revision: 0, user: null, accessToken: null, ended: null };
  const { browser, device } = await anaWas(false);
  expect(await endedOn(browser)).toBe(null);
  browser.signOut();
  await device.follow();
  const ended = { accountId: ana, firstName: userOf(ana).firstName };
  expect(await endedOn(browser)).toEqual(ended);
  // Another page, on another day.
  await browser.open().follow();
  expect(await endedOn(browser)).toEqual(ended);
  browser.signIn(ben);
  await device.follow();
  expect(await endedOn(browser)).toBe(null);
  await device.wipe({ keepsUnsent: true });
  browser.signOut();
  await device.follow();
  expect(await endedOn(browser)).toBe(null);
});

test('names whose session the shop ended although no page had finished taking over the device', async () => {
  const { server, browser } = shop();
  for (const account of [ben, ana]) {
    browser.signIn(account);
    // The page was closed as soon as it had recorded its session and a change.
    await saveSession(browser.idb, browser.session.noted());
    server.nextFaults(Array.from({ length: 9 }, () => 'lost' as const));
    await browser.open().addToCart(fox);
    server.nextFaults([]);
    browser.signOut();
    const device = browser.open();
    await device.follow();
    expect(device.stored()).toEqual({ owner: userOf(account).firstName, count: 1 });

    await device.forgetEnded();
    expect(device.stored()).toBe(null);
    const { cartLines, outbox } = await browser.rows(account, (store) => store.read());
    expect([cartLines.length, outbox.length]).toEqual([0, 1]);
  }
});

test('names the account that was signed in over another before a page had taken over the device', async () => {
  const { server, browser, device } = await anaWas(false);
  browser.signOut();
  await device.follow();
  browser.signIn(ben);
  await saveSession(browser.idb, browser.session.noted());
  server.nextFaults(Array.from({ length: 9 }, () => 'lost' as const));
  await browser.open().addToCart(fox);
  server.nextFaults([]);
  browser.signOut();
  for (const page of [browser.open(), browser.open()]) {
    await page.follow();
    expect(page.stored()).toEqual({ owner: userOf(ben).firstName, count: 1 });
  }
  expect(await isUsedBy(browser.idb, ben)).toBe(true);
  expect(await isUsedBy(browser.idb, ana)).toBe(false);

  const last = browser.open();
  await last.forgetEnded();
  expect(last.stored()).toBe(null);
  for (const account of [ana, ben]) {
    const { outbox, ...others } = await browser.rows(account, (store) => store.read());
    expect(outbox).toHaveLength(1);
    expect(Object.values(others).flat()).toEqual([]);
  }
});

test('does not create a deleted database again to look for what a worker left in it', async () => {
  const { browser, device } = await anaWas(true);
  await device.wipe({ keepsUnsent: false });
  expect(await accountsOn(browser)).toEqual([]);
  const { indexedDB } = browser.idb;
  const open = vi.spyOn(indexedDB, 'open');
  browser.signOut({ byOwner: true });
  await device.follow();
  expect(open.mock.calls.map(([name]) => name)).not.toContain(`pinwheel-account-${ana}`);
});

test('a log-out waits until the database is deleted', async () => {
  const { browser, device } = await anaWas(true);
  deleteSlowly(browser, 1_500);
  await device.wipe({ keepsUnsent: false });
  expect(await accountsOn(browser)).toEqual([]);
});

test('a database that is deleted too slowly for a log-out is deleted by the next page', async () => {
  const { browser, device } = await anaWas(false);
  const deleteNow = deleteSlowly(browser, 60_000);
  await device.wipe({ keepsUnsent: false });
  browser.signOut({ byOwner: true });
  expect(await accountsOn(browser)).toEqual([ana]);
  deleteNow();
  await browser.open().follow();
  await expect.poll(() => accountsOn(browser)).toEqual([]);
});

/** Lets the browser take `ms` to delete a database. The returned function ends that for later deletions. */
function deleteSlowly({ idb }: TestBrowser, ms: number): () => void {
  const { indexedDB } = idb;
  const deleteAtOnce = indexedDB.deleteDatabase.bind(indexedDB);
  indexedDB.deleteDatabase = (name) => {
    const late = new EventTarget() as IDBOpenDBRequest;
    setTimeout(() => {
      deleteAtOnce(name).addEventListener('success', () =>
        late.onsuccess?.(new Event('x') as never),
      );
    }, ms);
    return late;
  };
  return () => {
    indexedDB.deleteDatabase = deleteAtOnce;
  };
}

test('completes a log-out that the silent database missed at the next start', async () => {
  const { browser } = await anaWas(true);
  browser.signOut({ byOwner: true });
  const later = browser.open();
  await later.follow();

  expect((await saveSession(browser.idb, browser.session.noted())).now.ended).toBe(null);
  expect(later.stored()).toBe(null);
  expect(await readHolder(browser.idb)).toBe(null);
  const left = await browser.rows(ana, (store) => store.read());
  expect(Object.values(left).flat()).toEqual([]);
});

test('forgets along with an account which files it wanted on the device', async () => {
  const { browser, device } = await anaWas(true);
  const choose = (accountId: string) =>
    changeFileChoice(browser.idb, () => ({ accountId, leftOut: ['fox.zip'] }));
  await choose(ana);
  browser.signOut();
  await device.follow();
  expect(await readFileChoice(browser.idb)).toMatchObject({ accountId: ana });
  browser.signIn(ben);
  await device.follow();
  expect(await readFileChoice(browser.idb)).toBe(null);

  await choose(ben);
  browser.signOut();
  await device.follow();
  await device.forgetEnded();
  expect(await readFileChoice(browser.idb)).toBe(null);
});

test("shows no name to a buyer who signs in while the previous account's changes are counted", async () => {
  const { browser } = await anaWas(false);
  browser.signOut();
  const { session, idb } = browser;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let next: Promise<void> | null = null;
  const device = browser.open({
    session: {
      ...session,
      adopt(noted) {
        session.adopt(noted);
        if (next || noted.ended === null) return;
        slowToOpen(idb, released);
        browser.signIn(ben);
        next = device.follow();
        void next.then(release);
      },
    },
  });
  await device.follow();
  expect(next).not.toBe(null);
  expect(device.stored()).toBe(null);
});

/** Makes the next opening of Ana's database take until `released`. */
function slowToOpen({ indexedDB }: TestBrowser['idb'], released: Promise<void>): void {
  const open = indexedDB.open.bind(indexedDB);
  indexedDB.open = (name, version) => {
    const request = open(name, version);
    if (!name.endsWith(ana)) return request;
    indexedDB.open = open;
    const handled: { onsuccess: IDBOpenDBRequest['onsuccess'] } = { onsuccess: null };
    request.addEventListener('success', (event) => {
      void released.then(() => handled.onsuccess?.call(request, event));
    });
    return Object.defineProperty(request, 'onsuccess', {
      set(handler: IDBOpenDBRequest['onsuccess']) {
        handled.onsuccess = handler;
      },
    });
  };
}
