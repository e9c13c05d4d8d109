import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { type Buyer, makeApi, type ShopApi } from '#tests/support/shop-api.ts';
import { type RenewedShop, runRenewedShop } from '#tests/support/two-builds.ts';
import type { EngineBrowser, Tab } from './engine-browser.ts';
import { type Engine, openEngine } from './engines.ts';
import { whyMissing } from './prepare-engines.ts';

/** A browser of some engine, and its own shop: each can be killed. */
export interface Device {
  readonly api: ShopApi;
  readonly shop: RenewedShop;
  /** Shows a screen in a new tab; starts the browser if necessary. An address may lead to the shop by another way. */
  newTab(address: string): Promise<Tab>;
  /** Shows a screen to a buyer who has signed in before. */
  newTabOf(buyer: Buyer, address: string): Promise<Tab>;
  /** SIGKILL, as if the battery were taken out. What it stored stays. */
  die(): Promise<void>;
}

export const test = base.extend<{ readonly engine: Engine; readonly device: Device }>({
  engine: ['Chromium', { option: true }],
  device: async ({ engine }, use, testInfo) => {
    const missing = whyMissing(engine);
    testInfo.skip(missing !== undefined, missing ?? '');
    const shop = await runRenewedShop();
    const folder = mkdtempSync(join(tmpdir(), 'pinwheel-device-'));
    let browser: EngineBrowser | undefined;
    const tabs: Tab[] = [];

    async function blankTab(): Promise<Tab> {
      if (browser) return browser.newTab();
      browser = await openEngine(engine, folder);
      return browser.firstTab;
    }
    const urlOf = (address: string) => new URL(address, shop.url).href;
    async function newTab(address: string): Promise<Tab> {
      const tab = await blankTab();
      tabs.push(tab);
      await tab.goto(urlOf(address));
      return tab;
    }
    async function die(): Promise<void> {
      await browser?.kill();
      browser = undefined;
      tabs.length = 0;
    }

    await use({
      api: makeApi(shop),
      shop,
      newTab,
      async newTabOf({ user, token }, address) {
        // A screen of this origin that runs none of the shop's code.
        const tab = await newTab(new URL('/robots.txt', urlOf(address)).href);
        const auth = { user, accessToken: token, approved: user.approved };
        // As a sign-in notes it: the database then restores what Firefox's local storage loses when it is killed.
        await tab.evaluate((text) => {
          localStorage.setItem('auth', text);
          localStorage.setItem('authRevision', String(Date.now()));
        }, JSON.stringify(auth));
        await tab.goto(urlOf(address));
        return tab;
      },
      die,
    });
    if (testInfo.status !== testInfo.expectedStatus) {
      const shown = await Promise.all(tabs.map((tab) => tab.evaluate(whatIsShown).catch(String)));
      await testInfo.attach('shown', { body: shown.join('\n---\n'), contentType: 'text/plain' });
    }
    await die();
    await shop.end();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  },
});

function whatIsShown(): string {
  return `${location.href}
${document.body.innerText}`;
}
