import { mkdirSync } from 'node:fs';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { runShop } from '#tests/support/run-shop.ts';
import { chromiumFlags, findChromium } from './chromium.mjs';

/** Makes the README's picture from the running shop: `npm run screenshots`. */

const executablePath = await findChromium();
if (!executablePath) throw new Error('No Chromium was found. Set CHROME_PATH to one.');
const shop = await runShop();
const browser = await chromium.launch({ executablePath, args: [...chromiumFlags] });
try {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  });
  await page.goto(`${shop.url}/shop`, { waitUntil: 'networkidle' });
  const picture = await page.screenshot();
  mkdirSync('docs', { recursive: true });
  await sharp(picture).resize({ width: 960 }).webp({ quality: 70 }).toFile('docs/shop.webp');
} finally {
  await browser.close();
  await shop.end();
}
