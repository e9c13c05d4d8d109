import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { paths } from '#contract/shop/paths.ts';
import type { ProblemCode } from '#contract/wire/problem.ts';
import { problemStatus } from '#contract/wire/problem.ts';
import { findChromium, fullBrowserFlags } from '../../scripts/chromium.mjs';
import { type CatchingNetwork, openCatchingNetwork, type Way } from './catching-network.ts';
import { notePack } from './phone.ts';
import { runShop } from './run-shop.ts';
import { type Buyer, makeApi } from './shop-api.ts';

/** A shop in trouble, as its pages experience it. */
interface Outage {
  readonly name: string;
  /** The shop's Retry-After in seconds; null: none. */
  readonly retryAfter: number | null;
  readonly way: Way;
}

const html = { 'Content-Type': 'text/html' };

/** The shop's own refusal of every call, with a Retry-After of this many seconds. */
function refusal(code: ProblemCode, retryAfter: number | null): Omit<Outage, 'name'> {
  const headers = {
    'Content-Type': 'application/json',
    ...(retryAfter !== null && { 'Retry-After': String(retryAfter) }),
  };
  const body = JSON.stringify({ code, message: 'Please try again later.' });
  return { retryAfter, way: { status: problemStatus[code], headers, body } };
}

/** The first three differ most: no connection, a shop that says how long to wait, and an answer of something else. */
const outages: readonly Outage[] = [
  { name: 'connection reset', retryAfter: null, way: 'cut' },
  { name: '503, Retry-After: 120', ...refusal('UNAVAILABLE', 120) },
  {
    name: 'captive portal',
    retryAfter: null,
    way: { status: 200, headers: html, body: '<!doctype html><title>Wifi</title>' },
  },
  { name: 'bare 502', retryAfter: null, way: { status: 502, headers: html, body: '' } },
  { name: '429, Retry-After: 120', ...refusal('TOO_MANY', 120) },
  // Today's shop lets an unapproved account change its cart; a shop that doesn't must not be overloaded either.
  { name: '403 not approved', ...refusal('NOT_APPROVED', null) },
];

/** An open page with its worker and its own connection to the shop. */
export interface OutageDevice extends Pick<Outage, 'name' | 'retryAfter'> {
  readonly page: Page;
  /** Starts the outage, and the buyer adds a design to the cart. */
  begin(): Promise<void>;
  /** When the requests of the page and its worker since then came, in ms. */
  requests(): readonly number[];
  /** Ends the outage. */
  end(): void;
  /** Whether the shop has the design in the cart. */
  hasArrived(): boolean;
}

export interface OutageDevices {
  readonly devices: readonly OutageDevice[];
  close(): Promise<void>;
}

/**
 * One device for each of the first `kinds` of outage, by default all: separate origins in one browser, each
 * with a signed-in buyer, all visible, all in front of one shop.
 */
export async function openOutageDevices(kinds = outages.length): Promise<OutageDevices> {
  const shop = await runShop();
  const api = makeApi(shop);
  const shopPort = Number(new URL(shop.url).port);
  const [design] = (await api.products()).filter(({ isBuyable }) => isBuyable);
  if (!design) throw new Error('The studio has no design');
  const folder = mkdtempSync(join(tmpdir(), 'pinwheel-outage-'));
  const executablePath = await findChromium();
  const browser = await chromium.launchPersistentContext(folder, {
    ...(executablePath && { executablePath }),
    args: [...fullBrowserFlags],
  });
  const networks: CatchingNetwork[] = [];

  async function open({ name, retryAfter, way }: Outage): Promise<OutageDevice> {
    const network = await openCatchingNetwork(() => shopPort);
    networks.push(network);
    const buyer = await api.newBuyer();
    const page = await browser.newPage();
    await page.addInitScript(signIn, authOf(buyer));
    await page.addInitScript(notePack);
    await page.goto(`http://localhost:${network.port}${paths.shop.path}`);
    await page.evaluate(() => window.packed);
    await page.getByRole('link', { name: 'Cart, 0 items' }).waitFor();
    return {
      name,
      retryAfter,
      page,
      async begin() {
        network.set(way);
        await page.getByRole('button', { name: `Add ${design?.title} to cart` }).click();
      },
      requests: network.calls,
      end: () => network.set('through'),
      hasArrived: () =>
        api.sql('SELECT 1 FROM cartLines WHERE accountId = ?', buyer.user._id).length > 0,
    };
  }

  const devices: OutageDevice[] = [];
  for (const outage of outages.slice(0, kinds)) devices.push(await open(outage));
  return {
    devices,
    async close() {
      await browser.close();
      await Promise.all(networks.map((network) => network.end()));
      await shop.end();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function authOf({ user, token }: Buyer): string {
  return JSON.stringify({ user, accessToken: token, approved: user.approved });
}

/** Runs in the page before its own scripts. */
function signIn(auth: string): void {
  if (!localStorage.getItem('auth')) localStorage.setItem('auth', auth);
}
