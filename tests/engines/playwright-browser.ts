import { once } from 'node:events';
import { type BrowserContext, type BrowserType, chromium, type Page } from '@playwright/test';
import { openBrowserProcess } from '#tests/support/browser-process.ts';
import { type EngineBrowser, height, type Tab, width } from './engine-browser.ts';

export async function openChromium(folder: string): Promise<EngineBrowser> {
  const { process, address } = await openBrowserProcess(folder);
  const ended = once(process, 'exit');
  const browser = await chromium.connectOverCDP(address);
  const [context] = browser.contexts();
  if (!context) throw new Error('Chromium has no window');
  return drive(context, async () => {
    process.kill('SIGKILL');
    await ended;
    await browser.close();
  });
}

/** Playwright's own build of an engine. It can only be closed, not killed. */
export async function openOwnBuild(engine: BrowserType, folder: string): Promise<EngineBrowser> {
  const context = await engine.launchPersistentContext(folder);
  return drive(context, () => context.close());
}

async function drive(context: BrowserContext, kill: () => Promise<void>): Promise<EngineBrowser> {
  async function tabOf(page: Page): Promise<Tab> {
    await page.setViewportSize({ width, height });
    return {
      async goto(url) {
        await page.goto(url);
      },
      evaluate: (run, ...args) => page.evaluate(`(${run})(...${JSON.stringify(args)})`),
      press: (x, y) => page.mouse.click(x, y),
    };
  }
  const browser = context.browser();
  return {
    version: `${browser?.browserType().name()} ${browser?.version()}`,
    firstTab: await tabOf(context.pages()[0] ?? (await context.newPage())),
    newTab: async () => tabOf(await context.newPage()),
    kill,
  };
}
