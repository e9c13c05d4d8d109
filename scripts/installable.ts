import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { chromium } from '@playwright/test';
import { manifestPath } from '#contract/shop/paths.ts';
import { fullBrowserFlags } from './chromium.mjs';

/** Whether a browser would install the shop, and if not, why. */
export interface Installable {
  /** Score of Lighthouse 11's PWA category, 0 to 1; later versions have none. */
  readonly pwa: number;
  /** The audits of that category that failed. */
  readonly failed: readonly string[];
  /** Chromium's own installability errors. */
  readonly errors: readonly string[];
}

interface Report {
  readonly categories: {
    readonly pwa: {
      readonly score: number;
      readonly auditRefs: readonly { readonly id: string }[];
    };
  };
  readonly audits: Readonly<Record<string, { readonly score: number | null }>>;
}

async function lighthouse11(executablePath: string, url: string): Promise<Report> {
  const cli = join('node_modules', 'lighthouse-11', 'cli', 'index.js');
  const flags = ['--headless=new', ...fullBrowserFlags].join(' ');
  const settings = [
    '--only-categories=pwa',
    '--throttling-method=provided',
    '--disable-full-page-screenshot',
    '--output=json',
  ];
  const child = spawn(
    process.execPath,
    [cli, url, ...settings, '--quiet', `--chrome-flags=${flags}`],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, CHROME_PATH: executablePath } },
  );
  const [report] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return JSON.parse(report) as Report;
}

/** Chromium's own answer, using a persistent profile, because other profiles install nothing. */
async function installabilityErrors(executablePath: string, url: string): Promise<string[]> {
  const context = await chromium.launchPersistentContext('', {
    executablePath,
    args: [...fullBrowserFlags],
  });
  try {
    const page = await context.newPage();
    await page.goto(url);
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
    const session = await context.newCDPSession(page);
    const { installabilityErrors: errors } = await session.send('Page.getInstallabilityErrors');
    return errors.map(({ errorId }) => errorId);
  } finally {
    await context.close();
  }
}

export async function auditInstall(executablePath: string, url: string): Promise<Installable> {
  const { categories, audits } = await lighthouse11(executablePath, url);
  const failed = categories.pwa.auditRefs
    .map(({ id }) => id)
    .filter((id) => audits[id]?.score !== null && audits[id]?.score !== 1);
  return {
    pwa: categories.pwa.score,
    failed,
    errors: await installabilityErrors(executablePath, url),
  };
}

/** Runs `use` with the URL of the same shop with its manifest missing (404), which must not count as installable. */
export async function withoutManifest<T>(
  shopUrl: string,
  use: (url: string) => Promise<T>,
): Promise<T> {
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === manifestPath) {
      outgoing.writeHead(404).end();
      return;
    }
    const { method, headers } = incoming;
    const asked = request(new URL(incoming.url ?? '/', shopUrl), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    // The browser or the shop has gone, so nobody is waiting for an answer.
    asked.on('error', () => outgoing.destroy());
    incoming.pipe(asked);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await use(`http://localhost:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
