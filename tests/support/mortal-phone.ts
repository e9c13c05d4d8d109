import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test';
import { openBrowserProcess } from './browser-process.ts';
import { type CatchingNetwork, openCatchingNetwork } from './catching-network.ts';
import { notePack } from './phone.ts';
import { type RunningShop, runShop } from './run-shop.ts';
import { type Buyer, makeApi, type ShopApi } from './shop-api.ts';
import { test as base } from './shop-test.ts';

export { expect } from './shop-test.ts';

/** A picture of the shop's own origin, which the worker has: a tab there runs nothing of the shop. */
const bystanderPath = '/favicon.svg';

/**
 * A phone whose browser is a process of its own, as a buyer's is: tabs go to the background and can
 * be frozen there, and it can die at any moment. What it kept stays.
 */
export interface MortalPhone {
  readonly url: string;
  readonly api: ShopApi;
  readonly network: CatchingNetwork;
  readonly shop: RunningShop;
  /** Whoever has this phone from now on: a returning buyer's session stands in every tab. */
  signIn(buyer: Buyer): void;
  /** The first visit: waits for the worker to have kept what is needed without a signal. */
  visit(path: string): Promise<Page>;
  /** Another tab, in front; it opens the browser where none is. */
  newTab(path: string): Promise<Page>;
  /** A tab of this origin in which nothing of the shop runs. */
  bystander(): Promise<Page>;
  /** Wakes the worker to send what waits, as the browser does. */
  wakeWorker(from: Page): Promise<void>;
  /** Wakes it to refresh catalogue and prices, as the browser of an installed shop does. */
  wakeToRefresh(from: Page): Promise<void>;
  stopWorkers(from: Page): Promise<void>;
  /** A browser that wakes no worker, as most don't: only tabs send. To be said first. */
  wakesNoWorker(): void;
  /** A tab in the background, as the browser freezes it to save power, or awake again. */
  setFrozen(tab: Page, isFrozen: boolean): Promise<void>;
  /** SIGKILL, as when the battery is taken out. */
  die(): Promise<void>;
  /** Of a dead phone: its local storage as it is on the disk. What is returned puts it back there. */
  saveLocalStorage(): () => void;
}

interface Running {
  readonly process: ChildProcess;
  readonly context: BrowserContext;
  /** The tab it opened with, until somebody uses it. */
  spare: Page | undefined;
}

async function start(folder: string): Promise<Running> {
  const { process, address } = await openBrowserProcess(folder, ['--window-size=1000,900']);
  // Without Playwright's defaults: with them every tab would believe that it is in front.
  const browser = await chromium.connectOverCDP(address, { noDefaults: true });
  const [context] = browser.contexts();
  if (!context) throw new Error('The browser has no context');
  return { process, context, spare: context.pages()[0] };
}

async function kill({ process: child }: Running): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** Speaks of the origin's workers. */
async function aboutWorkers(from: Page): Promise<{ session: CDPSession; registration: string }> {
  const session = await from.context().newCDPSession(from);
  const registration = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ isDeleted }) => !isDeleted);
      if (found) resolve(found.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  return { session, registration: await registration };
}

function forgetBackgroundSync(): void {
  Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync');
}

/** Journeys in which what sends is killed. */
export const test = base.extend<{ readonly phone: MortalPhone }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
  phone: async ({}, use) => {
    let shopPort = 0;
    const network = await openCatchingNetwork(() => shopPort);
    const url = `http://localhost:${network.port}`;
    const shop = await runShop({ PUBLIC_URL: url });
    shopPort = Number(new URL(shop.url).port);
    const folder = mkdtempSync(join(tmpdir(), 'pinwheel-phone-'));
    let running: Running | undefined;
    let auth: string | undefined;
    let isWakingWorker = true;

    async function newTab(path: string, atStart = () => {}): Promise<Page> {
      running ??= await start(folder);
      const page = running.spare ?? (await running.context.newPage());
      running.spare = undefined;
      // A campaign's own time limit is long: a tab that doesn't answer ends it.
      page.setDefaultTimeout(30_000);
      await page.addInitScript((text) => {
        if (text && !localStorage.getItem('auth')) localStorage.setItem('auth', text);
      }, auth);
      await page.addInitScript(atStart);
      if (!isWakingWorker) await page.addInitScript(forgetBackgroundSync);
      await page.bringToFront();
      await page.goto(url + path);
      return page;
    }

    await use({
      url,
      api: makeApi(shop),
      network,
      shop,
      signIn({ user, token }) {
        auth = JSON.stringify({ user, accessToken: token, approved: user.approved });
      },
      async visit(path) {
        const page = await newTab(path, notePack);
        await page.evaluate(() => window.packed);
        return page;
      },
      newTab: (path) => newTab(path),
      bystander: () => newTab(bystanderPath),
      async wakeWorker(from) {
        const { session, registration } = await aboutWorkers(from);
        await session.send('ServiceWorker.dispatchSyncEvent', {
          origin: url,
          registrationId: registration,
          tag: 'pinwheel-outbox',
          lastChance: false,
        });
        await session.detach();
      },
      async wakeToRefresh(from) {
        const { session, registration } = await aboutWorkers(from);
        await session.send('ServiceWorker.dispatchPeriodicSyncEvent', {
          origin: url,
          registrationId: registration,
          tag: 'pinwheel-refresh',
        });
        await session.detach();
      },
      async stopWorkers(from) {
        const { session } = await aboutWorkers(from);
        await session.send('ServiceWorker.stopAllWorkers');
        await session.detach();
      },
      wakesNoWorker() {
        isWakingWorker = false;
      },
      async setFrozen(tab, isFrozen) {
        const session = await tab.context().newCDPSession(tab);
        const state = isFrozen ? 'frozen' : 'active';
        await session.send('Page.setWebLifecycleState', { state });
        await session.detach();
      },
      async die() {
        if (running) await kill(running);
        running = undefined;
      },
      saveLocalStorage() {
        const stored = join(folder, 'Default', 'Local Storage');
        const saved = mkdtempSync(join(folder, 'saved-'));
        cpSync(stored, saved, { recursive: true });
        return () => {
          rmSync(stored, { recursive: true });
          cpSync(saved, stored, { recursive: true });
        };
      },
    });
    if (running) await kill(running);
    await network.end();
    await shop.end();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  },
});
