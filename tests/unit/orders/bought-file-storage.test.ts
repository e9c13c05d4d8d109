import { describe, expect, it } from 'vitest';
import {
  boughtFiles,
  createBoughtFileStorage,
  type Line,
} from '#features/orders/bought-file-storage.ts';
import type { DownloadFile, DownloadView } from '#features/orders/download-view.ts';
import { noDownload } from '#features/orders/download-view.ts';
import { keyOf } from '#features/orders/file-download.ts';
import { makeItem, makeOrder } from '#tests/support/make-order.ts';

const itemOf = (name: string, bytes: number, part: object = {}) =>
  makeItem({
    productName: name,
    fileName: `${name}.zip`,
    downloadLink: `/api/orders/a/items/${name}/download`,
    files: [{ name: `${name}.png`, bytes, sha256: '', downloadLink: '' }],
    ...part,
  });
const order = makeOrder({ items: [itemOf('fox', 300), itemOf('moon', 200), itemOf('owl', 100)] });
const linkOf = (name: string) => `/api/orders/a/items/${name}/download`;

/** A device on a given connection, with storage that may be full. */
function setUp() {
  const page = {
    order,
    line: 'wifi' as Line,
    leftOut: [] as string[] | null,
    room: 10_000,
    now: 1_000_000,
    /** Of all that is stored. */
    digest: 'aa',
    /** Names of files that can't be downloaded now. */
    broken: new Set<string>(),
    /** Names of files that are here, but can't be replaced. */
    older: new Set<string>(),
    /** Names of files whose download the buyer cancels; what is here stays. */
    cancelled: new Set<string>(),
    /** Names of files that the shop asks to wait for. */
    unready: new Set<string>(),
    /** Whether that concerns only each of these files, permanently. */
    isForStudio: false,
    /** Called before each file is fetched. */
    onStore: async (_name: string) => {},
  };
  const stored = new Map<string, string>();
  const asked: string[] = [];
  const views = new Map<string, DownloadView>();
  const paused: string[] = [];
  const listeners = new Map<string, () => void>();
  let isHeld: Promise<unknown> = Promise.resolve();
  const open = () =>
    createBoughtFileStorage({
      orders: async () => [page.order],
      storedDigests: async () => stored,
      leftOut: async () => page.leftOut,
      downloads: {
        async store({ link, name }: DownloadFile) {
          asked.push(name);
          const pauses = paused.length;
          if (page.unready.has(name)) {
            views.set(link, { ...noDownload, waitsFor: 'shop' });
            listeners.get(link)?.();
          }
          await page.onStore(name);
          if (page.cancelled.has(name)) {
            views.set(link, { ...noDownload, isHere: stored.has(keyOf(link)) });
            return 'cancelled';
          }
          const isHere = !page.broken.has(name) && !paused.slice(pauses).includes(name);
          if (isHere) stored.set(keyOf(link), page.digest);
          views.set(link, {
            ...noDownload,
            isHere,
            problem:
              isHere && !page.older.has(name)
                ? null
                : { text: `${name} failed`, isForStudio: page.isForStudio },
          });
          return isHere ? 'given' : 'cancelled';
        },
        async pause({ name }: DownloadFile) {
          paused.push(name);
        },
        view: (link) => views.get(link) ?? noDownload,
        watch(link, listener) {
          listeners.set(link, listener);
          return () => listeners.delete(link);
        },
      },
      line: () => page.line,
      room: async () => page.room,
      lock(signal, onBusy, task) {
        const before = isHeld;
        let isFree = false;
        void before.then(() => {
          isFree = true;
        });
        queueMicrotask(() => {
          if (!isFree) onBusy();
        });
        const done = before.then(() => {
          signal.throwIfAborted();
          return task();
        });
        isHeld = done.catch(() => {});
        return done;
      },
      clock: { now: () => page.now },
    });
  return { page, stored, asked, paused, open };
}

it('stores what was paid for and not revoked', () => {
  const orders = [
    makeOrder({ items: [itemOf('fox', 300), itemOf('moon', 5, { downloadLink: '' })] }),
  ];
  expect(boughtFiles(orders)).toEqual([{ link: linkOf('fox'), name: 'fox.zip', bytes: 300 }]);
});

describe('automatically', () => {
  it('stores all files on Wi-Fi, one after the other', async () => {
    const { open, asked } = setUp();
    const store = open();
    await store.run(false);
    expect(asked).toEqual(['fox.zip', 'moon.zip', 'owl.zip']);
    expect(store.view()).toMatchObject({ stored: 3, files: 3, storedBytes: 600, bytes: 600 });
  });

  it.each(['other', 'unknown'] as const)(
    'stores nothing on a connection that is %s',
    async (line) => {
      const { open, asked, page } = setUp();
      page.line = line;
      const store = open();
      await store.run(false);
      store.lineChanged();
      expect(asked).toEqual([]);
    },
  );

  it('stores nothing unless the buyer turned it on', async () => {
    const { open, asked, page } = setUp();
    page.leftOut = null;
    await open().run(false);
    expect(asked).toEqual([]);
  });

  it('stores again what the studio replaced, and nothing else', async () => {
    const { open, asked, page } = setUp();
    const store = open();
    const ofNow = { sha256: 'aa' };
    page.order = makeOrder({ items: [itemOf('fox', 300, ofNow), itemOf('moon', 200)] });
    await store.run(false);
    page.order = makeOrder({ items: [itemOf('fox', 300, { sha256: 'bb' }), itemOf('moon', 200)] });
    await store.look();
    expect(store.view()).toMatchObject({ stored: 1, files: 2, storedBytes: 200 });
    page.digest = 'bb';
    await store.run(false);
    expect(asked).toEqual(['fox.zip', 'moon.zip', 'fox.zip']);
    expect(store.view()).toMatchObject({ stored: 2, files: 2 });
  });

  it('says why an older file could not be replaced', async () => {
    const { open, page } = setUp();
    page.older.add('fox.zip');
    const store = open();
    await store.run(false);
    expect(store.view().problem).toBe('fox.zip failed');
  });

  it('waits a minute after the buyer cancelled the replacement of an older file', async () => {
    const { open, page, asked } = setUp();
    const store = open();
    await store.run(false);
    page.order = makeOrder({ items: [itemOf('fox', 300, { sha256: 'bb' })] });
    page.cancelled.add('fox.zip');
    await store.run(false);
    await store.run(false);
    expect(asked.slice(3)).toEqual(['fox.zip']);

    page.now += 60_000;
    await store.run(false);
    expect(asked.slice(3)).toEqual(['fox.zip', 'fox.zip']);
  });

  it('leaves out what the buyer removed from this device', async () => {
    const { open, asked, page } = setUp();
    page.leftOut = [linkOf('moon')];
    await open().run(false);
    expect(asked).toEqual(['fox.zip', 'owl.zip']);
  });

  it('stops within a file when Wi-Fi is lost, and stores the rest when it is back', async () => {
    const { open, asked, page, paused } = setUp();
    const store = open();
    page.onStore = async (name) => {
      if (name !== 'moon.zip') return;
      page.onStore = async () => {};
      page.line = 'other';
      store.lineChanged();
    };
    await store.run(false);
    expect(asked).toEqual(['fox.zip', 'moon.zip']);
    expect(paused).toEqual(['moon.zip']);
    expect(store.view()).toMatchObject({ phase: 'idle', stored: 1, problem: '' });
    paused.length = 0;
    page.line = 'wifi';
    store.lineChanged();
    await store.run(false);
    expect(asked.slice(2)).toEqual(['moon.zip', 'owl.zip']);
  });

  it('stops for a minute at a file that cannot be downloaded, and tries it last then', async () => {
    const { open, asked, page } = setUp();
    page.broken.add('moon.zip');
    const store = open();
    await store.run(false);
    expect(asked).toEqual(['fox.zip', 'moon.zip']);
    expect(store.view().problem).toBe('moon.zip failed');
    await store.run(false);
    expect(asked).toHaveLength(2);
    page.broken.clear();
    page.now += 60_000;
    await store.run(false);
    expect(asked.slice(2)).toEqual(['owl.zip', 'moon.zip']);
  });

  it('stores the others first while the shop asks to wait for one', async () => {
    const { open, asked, page, paused } = setUp();
    page.unready.add('fox.zip');
    const store = open();
    await store.run(false);
    expect(asked).toEqual(['fox.zip', 'moon.zip', 'owl.zip', 'fox.zip']);
    expect(paused).toEqual(['fox.zip']);
    expect(store.view()).toMatchObject({ stored: 3, storedBytes: 600, problem: '' });
  });

  it("continues after a file that the shop can't provide, and reports it", async () => {
    const { open, asked, page } = setUp();
    page.broken.add('fox.zip');
    page.isForStudio = true;
    const store = open();
    await store.run(false);
    expect(asked).toEqual(['fox.zip', 'moon.zip', 'owl.zip']);
    expect(store.view()).toMatchObject({ stored: 2, problem: 'fox.zip failed' });
  });

  it('reports which file there is no room for, before requesting it', async () => {
    const { open, asked, page } = setUp();
    page.room = 250;
    const store = open();
    await store.run(false);
    expect(asked).toEqual([]);
    expect(store.view().problem).toMatch(/Not enough space on this device for fox\.zip/);
  });
});

describe('on a press', () => {
  it('stores on any connection, including what was left out', async () => {
    const { open, asked, page } = setUp();
    page.line = 'unknown';
    page.leftOut = [linkOf('moon')];
    await open().run(true);
    expect(asked).toEqual(['fox.zip', 'moon.zip', 'owl.zip']);
  });

  it('stops on a press, and does nothing after signing out', async () => {
    const { open, asked, page } = setUp();
    const store = open();
    let stopping: Promise<void> | null = null;
    page.onStore = async () => {
      stopping ??= store.stop();
    };
    await store.run(true);
    await stopping;
    expect(asked).toEqual(['fox.zip']);
    expect(store.view().phase).toBe('idle');
  });

  it('stores each file once when two tabs do so', async () => {
    const { open, asked } = setUp();
    const [one, other] = [open(), open()];
    const storing = Promise.all([one.run(true), other.run(true)]);
    await expect.poll(() => other.view().phase).not.toBe('running');
    await storing;
    expect(asked).toEqual(['fox.zip', 'moon.zip', 'owl.zip']);
    expect(other.view()).toMatchObject({ phase: 'idle', stored: 3 });
  });
});
