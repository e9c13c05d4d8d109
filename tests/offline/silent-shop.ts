import { vi } from 'vitest';
import type { Device } from '#offline/device.ts';
import type { AccountStore } from '#offline/stores/account-store.ts';
import { openDexieStore } from '#offline/stores/dexie-store.ts';
import { storeNameOf } from '#offline/stores/store-name.ts';
import type { PageNote } from '#offline/stores/unsaved-note.ts';
import { createModelServer } from './model-server.ts';
import { createTestBrowser } from './test-device.ts';

/** A step of time, and how often databases that do answer get to do so in it: far more often than one needs to. */
const stepMs = 100;
const turns = 10;

interface SilentOptions {
  /** Who is signed in. */
  readonly account?: string;
  /** Whether pages can note what the database doesn't store. */
  readonly isNoting?: boolean;
}

/** A browser whose databases can fall silent: neither an answer nor an error until they are released. */
export function silentShop({ account, isNoting = false }: SilentOptions = {}) {
  const server = createModelServer();
  const browser = createTestBrowser(server);
  if (account) browser.signIn(account);
  let noted: string | null = null;
  const unsavedNote: PageNote = {
    read: () => noted,
    write(text) {
      noted = text;
    },
  };
  let isSilent = (_name: string) => false;
  let spoken = Promise.withResolvers<void>();

  async function openStore(...where: Parameters<typeof openDexieStore>): Promise<AccountStore> {
    const speaks = async () => {
      if (isSilent(where[0])) await spoken.promise;
    };
    await speaks();
    const store = await openDexieStore(...where);
    return {
      ...store,
      read: () => speaks().then(store.read),
      change: (rule) => speaks().then(() => store.change(rule)),
      readCopy: (name) => speaks().then(() => store.readCopy(name)),
      saveCopy: (name, saved) => speaks().then(() => store.saveCopy(name, saved)),
      wipe: (...kept) => speaks().then(() => store.wipe(...kept)),
    };
  }

  return {
    server,
    browser,
    /** `isHeard`: its databases answer it, whatever other pages wait for. */
    open: ({ isHeard = false } = {}): Device =>
      browser.open({ ...(!isHeard && { openStore }), ...(isNoting && { unsavedNote }) }),
    noted: () => noted,
    /** Writes over what pages noted. */
    note(text: string): void {
      noted = text;
    },
    /** All databases, or only that of `of` (null: the visitor). */
    fallSilent(of?: string | null): void {
      spoken = Promise.withResolvers();
      isSilent = (name) => of === undefined || name === storeNameOf(of);
    },
    speak(): void {
      isSilent = () => false;
      spoken.resolve();
    },
    saved: (of: string | null = null) =>
      browser.rows(of, async (store) =>
        (await store.read()).cartLines.map(({ productId }) => productId).toSorted(),
      ),
  };
}

/** Lets time pass, and so a silent database time out, while `work` waits. */
export async function outwait<T>(work: Promise<T>): Promise<T> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await vi.advanceTimersByTimeAsync(stepMs);
    for (let turn = 0; turn < turns; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  return done;
}
