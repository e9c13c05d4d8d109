import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { findChromium, fullBrowserFlags } from '../../scripts/chromium.mjs';
import { type FaultyNetwork, openFaultyNetwork } from './faulty-network.ts';
import { runShop } from './run-shop.ts';
import { type Buyer, makeApi, type ShopApi } from './shop-api.ts';

/** How the connection is lost: the server killed, the device offline, a network that accepts and never answers, a captive portal. */
export type Loss = 'killed' | 'offline' | 'silent' | 'portal';

/** A phone, the network in between, and its own server: each can be taken away. */
export interface Phone {
  /** The shop's address in the phone's browser. */
  readonly url: string;
  /** The shop's address for everybody else. */
  readonly shopUrl: string;
  readonly api: ShopApi;
  readonly network: FaultyNetwork;
  /** The browser's profile. */
  readonly folder: string;
  /** Opens the browser with what it stored, showing nothing yet. */
  open(): Promise<Page>;
  /** Opens the browser with what it stored, at `path`, and waits until the worker has stored its pack. */
  visit(path: string, buyer?: Buyer): Promise<Page>;
  /** Closes the browser; what it stored stays. */
  close(): Promise<void>;
  /** Opens the browser again without waiting for anything. */
  reopen(path: string): Promise<Page>;
  lose(loss: Loss): Promise<void>;
  regain(): Promise<void>;
  /** Closes and stops everything and deletes what was stored. */
  end(): Promise<void>;
}

/**
 * The address that every phone knows its shop by. Its browser is led to the phone's own network, so that what one
 * phone stored is of use to another.
 */
export const phoneUrl = 'http://localhost:4000';

/** The browser's flag for finding the network at this port behind `phoneUrl`. */
export function leadTo(networkPort: number): string {
  return `--host-resolver-rules=MAP localhost 127.0.0.1:${networkPort}`;
}

/**
 * `fill` creates the data that the shop opens with; by default the drawn studio. `profile` is what the browser has
 * stored so far; by default nothing.
 */
export async function openPhone(
  fill?: (dataDir: string) => Promise<void>,
  profile?: string,
): Promise<Phone> {
  const shop = await runShop({ PUBLIC_URL: phoneUrl }, fill);
  const shopPort = Number(new URL(shop.url).port);
  const network = await openFaultyNetwork(() => shopPort);
  const folder = mkdtempSync(join(tmpdir(), 'pinwheel-phone-'));
  if (profile) cpSync(profile, folder, { recursive: true });
  const executablePath = await findChromium();
  let browser: BrowserContext | undefined;
  let loss: Loss | null = null;

  async function open(): Promise<Page> {
    browser ??= await chromium.launchPersistentContext(folder, {
      ...(executablePath && { executablePath }),
      args: [...fullBrowserFlags, leadTo(network.port)],
      viewport: { width: 390, height: 844 },
      reducedMotion: 'reduce',
    });
    if (loss === 'offline') await browser.setOffline(true);
    return browser.pages()[0] ?? (await browser.newPage());
  }

  async function close(): Promise<void> {
    await browser?.close();
    browser = undefined;
  }

  return {
    url: phoneUrl,
    shopUrl: shop.url,
    api: makeApi(shop),
    network,
    folder,
    open,
    close,
    async visit(path, buyer) {
      const page = await open();
      if (buyer) await signIn(page, buyer);
      await page.addInitScript(notePack);
      await page.goto(phoneUrl + path);
      await page.evaluate(() => window.packed);
      return page;
    },
    async reopen(path) {
      const page = await open();
      await page.goto(phoneUrl + path);
      return page;
    },
    async lose(next) {
      loss = next;
      if (next === 'killed') await shop.kill();
      else if (next === 'offline') {
        await browser?.setOffline(true);
        // A worker that starts just then is not offline yet for its first requests.
        network.set('cut');
      } else network.set(next);
    },
    async regain() {
      if (loss === 'killed') await shop.start();
      else network.set('through');
      if (loss === 'offline') await browser?.setOffline(false);
      loss = null;
    },
    async end() {
      await close();
      await network.end();
      await shop.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

declare global {
  interface Window {
    /** Resolves when the worker has stored what is needed offline. */
    packed?: Promise<void>;
  }
}

/** Runs in the page before its own scripts. */
export function notePack(): void {
  window.packed = new Promise((resolve) => {
    navigator.serviceWorker?.addEventListener('message', ({ data }) => {
      if (data.kind === 'packed') resolve();
    });
  });
}

/** Signs in a returning buyer: the session is in local storage. */
async function signIn(page: Page, { user, token }: Buyer): Promise<void> {
  await page.addInitScript(
    (auth) => {
      if (!localStorage.getItem('auth')) localStorage.setItem('auth', auth);
    },
    JSON.stringify({ user, accessToken: token, approved: user.approved }),
  );
}
