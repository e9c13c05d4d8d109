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

/** A picture of the shop's own origin, which the worker has stored: a tab there runs none of the shop's code. */
const bystanderPath = '/favicon.svg';

/**
 * A phone whose browser is its own process, like a buyer's: tabs go to the background and can be frozen
 * there, and it can die at any moment. What it stored stays.
 */
export interface KillablePhone {
  readonly url: string;
  readonly api: ShopApi;
  readonly network: CatchingNetwork;
  readonly shop: RunningShop;
  /** Signs a returning buyer in on this phone: the session is in local storage for every tab. */
  signIn(buyer: Buyer): void;
  /** The first visit: waits until the worker has stored what is needed offline. */
  visit(path: string): Promise<Page>;
  /** Opens another tab in front; starts the browser if necessary. */
  newTab(path: string): Promise<Page>;
  /** A tab of this origin that runs none of the shop's code. */
  bystander(): Promise<Page>;
  /** Wakes the worker to send pending changes, as the browser does. */
  wakeWorker(from: Page): Promise<void>;
  /** Wakes it to refresh catalogue and prices, as the browser of an installed shop does. */
  wakeToRefresh(from: Page): Promise<void>;
  stopWorkers(from: Page): Promise<void>;
  /** A browser that wakes no worker, like most: only tabs send. Call it first. */
  wakesNoWorker(): void;
  /** Freezes a background tab, as the browser does to save power, or wakes it. */
  setFrozen(tab: Page, isFrozen: boolean): Promise<void>;
  /** SIGKILL, as if the battery were taken out. */
  die(): Promise<void>;
  /** For a dead phone: saves the local storage on its disk. The returned function restores it. */
  saveLocalStorage(): () => void;
}

interface Running {
  readonly process: ChildProcess;
  readonly context: BrowserContext;
  /** The tab it opened with, until it is used. */
  spare: Page | undefined;
}

async function start(folder: string): Promise<Running> {
  const { process, address } = await openBrowserProcess(folder, ['--window-size=1000,900']);
  // Without Playwright's defaults, which would make every tab believe it is in front.
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

/** Opens a session to control the origin's workers. */
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

/** Journeys in which the sending process is killed. */
export const test = base.extend<{ readonly phone: KillablePhone }>({
  // Without the worker's shop, which these journeys never visit.
  baseURL: undefined,
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
      // The time limit of a campaign is long, so a tab that doesn't answer fails sooner.
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
