import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { paths, productPath } from '#contract/shop/paths.ts';
import { screenshotPath, screenshotSizes, screenshots } from '#server/documents/manifest.ts';
import { inAppWindow } from '#tests/support/app-window.ts';
import { runShop } from '#tests/support/run-shop.ts';
import { makeApi } from '#tests/support/shop-api.ts';
import { chromiumFlags, findChromium } from './chromium.mjs';

/** Takes the pictures for the README and the manifest from the running shop: `npm run screenshots`. */

const { narrow, wide } = screenshotSizes;

/** Takes a picture of the current screen, `width` pixels wide. */
async function shoot(page: Page, file: string, width: number, quality: number): Promise<void> {
  await page.waitForLoadState('networkidle');
  const picture = await page.screenshot();
  await sharp(picture).resize({ width }).webp({ quality, effort: 6 }).toFile(file);
}

const executablePath = await findChromium();
if (!executablePath) throw new Error('No Chromium was found. Set CHROME_PATH to one.');
mkdirSync('docs', { recursive: true });
mkdirSync('public/screenshots', { recursive: true });
// With payment provider credentials, as in a studio's shop; nobody pays here.
const shop = await runShop({ PAYPAL_CLIENT_ID: 'none', PAYPAL_CLIENT_SECRET: 'none' });
try {
  const [, design] = await makeApi(shop).products();
  const screens: Readonly<Record<(typeof screenshots)[number]['name'], string>> = {
    narrow: paths.home.path,
    'narrow-shop': paths.shop.path,
    'narrow-design': productPath(design?._id ?? ''),
    wide: paths.shop.path,
    'wide-design': productPath(design?._id ?? ''),
  };
  const of = (form: 'narrow' | 'wide') => screenshots.filter((shot) => shot.form === form);
  const phone = { width: 432, height: 768 };
  await inAppWindow(
    shop.url,
    { viewport: phone, scale: narrow.width / phone.width },
    async (page) => {
      for (const shot of of('narrow')) {
        await page.goto(shop.url + screens[shot.name]);
        await page.getByRole('navigation', { name: 'Tabs' }).waitFor();
        await shoot(page, join('public', screenshotPath(shot)), narrow.width, 76);
      }
    },
  );
  const desk = { width: 1440, height: 810 };
  const browser = await chromium.launch({ executablePath, args: [...chromiumFlags] });
  const page = await browser.newPage({
    viewport: desk,
    deviceScaleFactor: wide.width / desk.width,
    reducedMotion: 'reduce',
  });
  for (const shot of of('wide')) {
    await page.goto(shop.url + screens[shot.name]);
    await shoot(page, join('public', screenshotPath(shot)), wide.width, 76);
  }
  await page.goto(shop.url + paths.shop.path);
  await shoot(page, 'docs/shop.webp', 960, 70);
  await browser.close();
} finally {
  await shop.end();
}
