import { chromium, type Page } from '@playwright/test';
import { findChromium, fullBrowserFlags } from '../../scripts/chromium.mjs';

interface AppWindow {
  readonly viewport: { readonly width: number; readonly height: number };
  /** Device pixels per CSS pixel. */
  readonly scale?: number;
}

/** Runs `use` with the shop in a window of its own, like an installed app: `display-mode: standalone`. */
export async function inAppWindow(
  url: string,
  { viewport, scale = 1 }: AppWindow,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const executablePath = await findChromium();
  const context = await chromium.launchPersistentContext('', {
    ...(executablePath && { executablePath }),
    // With the shop itself, the browser would load it before Playwright watches, which then may miss the load.
    args: [...fullBrowserFlags, '--app=data:text/html,'],
    viewport,
    deviceScaleFactor: scale,
    reducedMotion: 'reduce',
  });
  try {
    const page = context.pages()[0] ?? (await context.waitForEvent('page'));
    await page.goto(url);
    await use(page);
  } finally {
    await context.close();
  }
}
