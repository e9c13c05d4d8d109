import type { Client } from '#api/client.ts';
import type { DeviceParts } from '#offline/accounts/engine-parts.ts';
import { sendInBackground } from '#offline/accounts/send-in-background.ts';
import type { Device } from '#offline/device.ts';
import type { AccountRows } from '#offline/outbox/rows.ts';
import type { AccountStore } from '#offline/stores/account-store.ts';
import { changeOutage } from '#offline/stores/device-database.ts';
import { createPageSleep } from '#offline/stores/page-sleep.ts';
import { clientOf, createLife, type Death, killableParts, type Life } from './killable-page.ts';
import type { RoughNetwork } from './rough-network.ts';
import { createTestBrowser, type TestBrowser, upgradeDatabase } from './test-device.ts';

const shopUrl = 'http://shop.test';
/** One of so many changes puts its tab to sleep while the transaction is open. */
const changesAwake = 7;
/** How long a tab sleeps, in ms. */
const napMs = 3;

/** A build with one bug. Each part replaces the real one. */
export interface SeededBug {
  readonly name: string;
  readonly store?: (store: AccountStore) => AccountStore;
  readonly storeName?: (name: string) => string;
  readonly request?: (request: Client['request'], now: () => number) => Client['request'];
  readonly isTokenReadOnce?: boolean;
  readonly isWorkerWithoutBackoff?: boolean;
  readonly isServerForgetful?: boolean;
}

export interface Tab {
  readonly life: Life;
  readonly device: Device;
}

/** A person's browser with two tabs, each of which can be replaced by a new one. */
export interface Person {
  readonly browser: TestBrowser;
  readonly tabs: readonly [Tab, Tab];
  /** When its tabs and its worker sent requests to the shop, by its clock. */
  readonly requests: readonly number[];
  tab(index: number): Tab;
  /** Kills a tab and opens another in its place. */
  reopen(index: number): Tab;
  /** The worker sends; it may die midway. */
  work(death: Death | null): Promise<void>;
  /** A newer build's worker upgrades a database. */
  upgrade(name: string): Promise<void>;
}

export function createPerson(
  network: RoughNetwork,
  bug: SeededBug | null,
  onCommit: (name: string, rows: AccountRows) => void,
): Person {
  const browser = createTestBrowser(network, bug?.storeName);
  const requests: number[] = [];

  const countedFetch: typeof fetch = (input, init) => {
    requests.push(browser.clock.now());
    return network.fetch(input, init);
  };

  function partsOf(life: Life) {
    const killable = killableParts(life, { clock: browser.clock, fetch: countedFetch }, onCommit);
    const openStore: typeof killable.openStore = async (name, idb) => {
      const store = await killable.openStore(bug?.storeName?.(name) ?? name, idb);
      return bug?.store?.(store) ?? store;
    };
    return { ...killable, openStore };
  }

  function open(): Tab {
    const life = createLife();
    const { clock, openStore, fetch } = partsOf(life);
    let first: string | null = null;
    const token = () => {
      first ??= browser.token();
      return bug?.isTokenReadOnce ? first : browser.token();
    };
    const { request, ask } = clientOf({ clock, openStore, fetch }, token, shopUrl);
    const changed = bug?.request?.(request, clock.now) ?? request;
    const { idb, openSleepily } = sleepy(openStore);
    return {
      life,
      device: browser.open({ clock, idb, openStore: openSleepily, request: changed, ask }),
    };
  }

  /** The databases of a tab that now and then falls asleep in the middle of a change. */
  function sleepy(openStore: NonNullable<DeviceParts['openStore']>) {
    const events = new EventTarget();
    let changes = 0;
    function nap(): void {
      changes += 1;
      if (changes % changesAwake !== 0) return;
      events.dispatchEvent(new Event('freeze'));
      setTimeout(() => events.dispatchEvent(new Event('resume')), napMs);
    }
    const openSleepily: typeof openStore = async (name, idb) => {
      const store = await openStore(name, idb);
      return {
        ...store,
        change: (rule) =>
          store.change((rows) => {
            nap();
            return rule(rows);
          }),
      };
    };
    return { idb: { ...browser.idb, sleep: createPageSleep(events) }, openSleepily };
  }

  const tabs: [Tab, Tab] = [open(), open()];
  return {
    browser,
    tabs,
    requests,
    tab: (index) => (index === 0 ? tabs[0] : tabs[1]),
    reopen(index) {
      const place = index === 0 ? 0 : 1;
      tabs[place].life.end();
      tabs[place] = open();
      return tabs[place];
    },
    async work(death) {
      const life = createLife();
      if (death) life.doom(death);
      const { clock, openStore, fetch } = partsOf(life);
      if (bug?.isWorkerWithoutBackoff) await changeOutage(browser.idb, () => null);
      try {
        await sendInBackground({
          clock,
          openStore,
          random: () => 0.5,
          newId: () => crypto.randomUUID(),
          lock: browser.lock,
          idb: browser.idb,
          client: { baseUrl: shopUrl, fetch },
        });
      } catch {
        // The browser killed it, or its storage is gone; what is pending is still there.
      }
      life.end();
    },
    upgrade: (name) => upgradeDatabase(browser.idb, name),
  };
}
