import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { addDraft } from '#tests/support/add-draft.ts';
import { chooseFiles } from '#tests/support/choose-files.ts';
import { goOn } from '#tests/support/go-on.ts';
import { picture } from '#tests/support/pictures.ts';
import { faults } from '#tests/support/scan.ts';
import { expect, test } from '#tests/support/studio-page.ts';

const pdf = (name: string, length = 1000) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(length)]),
});

async function art(name: string, color: string, dpi?: number) {
  const plain = sharp({ create: { width: 700, height: 500, channels: 3, background: color } });
  const buffer = await (dpi ? plain.withMetadata({ density: dpi }) : plain).png().toBuffer();
  return { name, mimeType: 'image/png', buffer };
}

const names = (page: Page, list: string) =>
  page.getByRole('list', { name: list }).getByRole('listitem');

test('pictures and files are added, dropped in, given up, replaced and paused', async ({
  studioPage: page,
  api,
}) => {
  await test.step('pictures and files are added together, get previews and warnings, and are reordered', async () => {
    const id = addDraft(api, 'Woodland foxes');
    await page.goto(`/studio/designs/${id}`);
    await expect(page.getByText('No pictures yet.')).toBeVisible();

    await chooseFiles(page, 'Choose pictures', [
      await art('Fox.png', '#c2215f'),
      await art('Moon.png', '#1c7470'),
      await art('Fern.png', '#ffd166'),
    ]);
    const pictures = names(page, 'Pictures in the shop’s order');
    await expect(pictures).toHaveCount(3);
    await expect(page.getByRole('list', { name: 'Processing' })).toHaveCount(0);
    await expect(pictures.nth(0)).toContainText('Fox.png');

    await chooseFiles(page, 'Choose files', [
      await art('Foxes.png', '#b9e6cd', 300),
      await art('Print.png', '#a9dcf2', 350),
      pdf('Guide.pdf'),
    ]);
    const files = names(page, 'Files that buyers download');
    await expect(files).toHaveCount(3);
    await expect(files.nth(0)).toContainText('700 × 500 px · 300 DPI');
    await expect(files.nth(0)).toContainText('This picture has 300 DPI, not the 350');
    await expect(files.nth(1)).not.toContainText('not the 350');

    // By keyboard: the focus stays on the button, and the order is saved.
    await page.getByRole('button', { name: 'Move Guide.pdf up' }).focus();
    await page.keyboard.press('Enter');
    await expect(files.nth(1)).toContainText('Guide.pdf');
    await expect(page.getByRole('button', { name: 'Move Guide.pdf up' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(files.nth(0)).toContainText('Guide.pdf');
    await page.getByRole('button', { name: 'Make first: Fern.png' }).click();
    await expect(pictures.nth(0)).toContainText('Fern.png');
    // By dragging.
    await pictures.nth(2).dragTo(pictures.nth(0));
    await expect(pictures.nth(0)).toContainText('Moon.png');
    await expect
      .poll(() =>
        api.sql('SELECT name FROM productImages WHERE productId = ? ORDER BY position', id),
      )
      .toEqual([{ name: 'Moon.png' }, { name: 'Fern.png' }, { name: 'Fox.png' }]);

    await page.getByRole('button', { name: 'Rename Guide.pdf' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('How to print');
    await page.keyboard.press('Enter');
    await expect(files.nth(0)).toContainText('How to print.pdf');
    await page.getByRole('button', { name: 'Delete Foxes.png' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(files).toHaveCount(2);

    await page.reload();
    await expect(pictures.nth(0)).toContainText('Moon.png');
    await expect(files.nth(0)).toContainText('How to print.pdf');
    expect(await faults(page)).toEqual([]);
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const scrolls = () => page.evaluate(() => document.documentElement.scrollWidth);
      await expect.poll(scrolls).toBeLessThanOrEqual(width);
    }
  });

  await test.step('files are dropped in, and one dropped outside leaves the page as it is', async () => {
    const id = addDraft(api, 'Paper moons');
    await goOn(page, `/studio/designs/${id}`);
    const zone = page.getByText('Drop files here').locator('..');
    await expect(zone).toBeVisible();
    const { buffer } = pdf('Dropped.pdf');
    const data = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer();
      const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
      transfer.items.add(new File([bytes], 'Dropped.pdf', { lastModified: 1 }));
      return transfer;
    }, buffer.toString('base64'));

    const isKept = await page.evaluate((dataTransfer) => {
      const options = { bubbles: true, cancelable: true, dataTransfer };
      document.body.dispatchEvent(new DragEvent('dragover', options));
      return !document.body.dispatchEvent(new DragEvent('drop', options));
    }, data);
    await zone.dispatchEvent('dragover', { dataTransfer: data });
    await zone.dispatchEvent('drop', { dataTransfer: data });

    expect(isKept).toBe(true);
    await expect(names(page, 'Files that buyers download')).toHaveText([/Dropped\.pdf/]);
  });

  await test.step('a damaged picture says so, and is retried and given up', async () => {
    const id = addDraft(api, 'Torn');
    await goOn(page, `/studio/designs/${id}`);
    const torn = (await picture('png', { width: 300, height: 300 })).subarray(0, 200);

    await chooseFiles(page, 'Choose pictures', {
      name: 'Torn.png',
      mimeType: 'image/png',
      buffer: Buffer.concat([torn, Buffer.alloc(50)]),
    });
    await expect(page.getByRole('alert')).toContainText('damaged');
    await page.getByRole('button', { name: 'Try again: Torn.png' }).click();
    await expect(page.getByRole('alert')).toContainText('damaged');
    await page.getByRole('button', { name: 'Delete Torn.png' }).click();

    await expect(page.getByText('No pictures yet.')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Processing' })).toHaveCount(0);
  });

  await test.step('a replaced file keeps its earlier version, after a confirmation if it may have been bought', async () => {
    const id = addDraft(api, 'Sold kit', 'published');
    await goOn(page, `/studio/designs/${id}`);
    await chooseFiles(page, 'Choose files', pdf('Kit.pdf', 2000));
    const files = names(page, 'Files that buyers download');
    await expect(files).toHaveCount(1);

    await chooseFiles(page, 'Replace Kit.pdf', pdf('Kit final v2.pdf', 5000));
    await expect(page.getByRole('dialog')).toContainText('Everyone who bought this design');
    await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();

    await expect(files.nth(0)).toContainText('Version 2');
    await page.getByText('Version 2, earlier versions kept').click();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Version 1: Kit.pdf' }).click();
    expect((await download).suggestedFilename()).toBe('Kit.pdf');
    await expect(page.getByRole('list', { name: 'Processing' })).toHaveCount(0);
  });

  await test.step('a paused upload waits, and a cancelled one is deleted', async () => {
    const id = addDraft(api, 'Patience');
    await goOn(page, `/studio/designs/${id}`);
    let letGo: (() => void) | undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/api/studio/uploads/*', async (route) => {
      await held;
      await route.continue().catch(() => {});
    });

    await chooseFiles(page, 'Choose files', [pdf('One.pdf'), pdf('Two.pdf')]);
    await expect(page.getByText('queued')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel Two.pdf' }).click();
    await page.getByRole('button', { name: 'Pause One.pdf' }).click();
    await expect(page.getByText('paused')).toBeVisible();
    letGo?.();
    await page.getByRole('button', { name: 'Resume One.pdf' }).click();

    await expect(names(page, 'Files that buyers download')).toHaveText([/One\.pdf/]);
  });
});

test.describe('a network that comes and goes', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED/] });

  test('is waited out, and after a reload the same file continues where it was', async ({
    studioPage: page,
    api,
  }, info) => {
    const id = addDraft(api, 'Large kit');
    const { buffer } = pdf('Large.pdf', 3_000_000);
    const sha256 = createHash('sha256').update(buffer).digest('hex');
    // On disk, like a file chosen twice: its modification time identifies it.
    const large = info.outputPath('Large.pdf');
    await writeFile(large, buffer);
    await page.goto(`/studio/designs/${id}`);
    const parts = '**/api/studio/uploads/*';
    let sent = 0;
    let isOut = false;
    await page.route(parts, (route) => {
      if (isOut || (sent >= 2 && sent < 4)) {
        sent += isOut ? 0 : 1;
        return route.abort();
      }
      sent += 1;
      if (sent === 6) isOut = true;
      return route.continue();
    });

    await chooseFiles(page, 'Choose files', large);
    const row = page.getByRole('list', { name: 'Uploading' }).getByRole('listitem');
    await expect(row).toContainText('offline, will resume automatically');
    await expect(row.getByRole('progressbar')).toBeVisible();
    await expect.poll(() => isOut).toBe(true);
    await expect(row).toContainText('offline, will resume automatically');
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();

    await expect(row).toContainText('uploaded. Choose the same file to continue.');
    const [{ received }] = api.sql(
      'SELECT received FROM fileUploads WHERE productId = ?',
      id,
    ) as unknown as [{ received: number }];
    expect(received).toBeGreaterThan(0);
    isOut = false;
    sent = 100;
    const starting = page.waitForResponse((answer) => answer.url().endsWith('/uploads'));
    await chooseFiles(page, 'Choose Large.pdf again', large);
    expect(await (await starting).json()).toMatchObject({ received });
    await expect(names(page, 'Files that buyers download')).toHaveText([/Large\.pdf/]);
    expect(api.sql('SELECT sha256 FROM productFiles WHERE productId = ?', id)).toEqual([
      { sha256 },
    ]);
  });
});

test.describe('a refused file', () => {
  test.use({ expectedErrors: [/status of 415/] });

  test('says why in its place and can be removed', async ({ studioPage: page, api }) => {
    const id = addDraft(api, 'Odd things');
    await page.goto(`/studio/designs/${id}`);

    await chooseFiles(page, 'Choose pictures', [
      { name: 'Text.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') },
      await art('Fine.png', '#dccbf0'),
    ]);

    const row = names(page, 'Uploading').filter({ hasText: 'Text.png' });
    await expect(row).toContainText('Pictures must be PNG, JPEG or WebP.');
    // Only the shop knows all kinds of files.
    const film = {
      name: 'Film.mp4',
      mimeType: 'video/mp4',
      buffer: Buffer.from('\0\0\0 ftypisom'),
    };
    await chooseFiles(page, 'Choose files', [film]);
    const filmRow = names(page, 'Uploading').filter({ hasText: 'Film.mp4' });
    await expect(filmRow).toContainText('This file type isn’t supported.');
    await page.getByRole('button', { name: 'Cancel Film.mp4' }).click();
    await expect(filmRow).toHaveCount(0);
    await expect(names(page, 'Pictures in the shop’s order')).toHaveText([/Fine\.png/]);
    expect(await faults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel Text.png' }).click();
    await expect(row).toHaveCount(0);
    await page.reload();
    await expect(names(page, 'Pictures in the shop’s order')).toHaveCount(1);
    await expect(row).toHaveCount(0);
  });
});
