import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { noBilling } from '#contract/shop/billing.ts';
import { cardTitle } from '#contract/shop/card-rows.ts';
import { licenceCheckPath, readCard, shortCard } from '#contract/shop/licence-card.ts';
import { itemLicencePath } from '#contract/shop/own-paths.ts';
import { paths } from '#contract/shop/paths.ts';
import { buy } from '../support/buying-test.ts';
import { expect, test } from '../support/offline-test.ts';

/** Where the printed and the saved card and their link are written, for `npm run trials -- --cards`. */
const { CARD_FOLDER } = process.env;

test('licence cards are checked by anyone, and saved and printed by their buyer', async ({
  phone,
}) => {
  test.slow();
  const { api, url, shopUrl } = phone;
  const buyer = await api.newBuyer();
  const products = await api.products();
  // As long as a card has them, so that no card needs more paper.
  api.sql(
    'UPDATE accounts SET firstName = ?, lastName = ? WHERE id = ?',
    'Wilhelmina Clementine Rosalind',
    'Featherstonehaugh-Cholmondeley & Daughters',
    buyer.user._id,
  );
  api.sql(
    'UPDATE products SET title = ? WHERE id = ?',
    'Sleepy foxes under a harvest moon with acorns, mushrooms and oak leaves',
    products[1]?._id ?? '',
  );
  const buyNext = async (place: number) => {
    const design = products[place];
    if (!design) throw new Error('the studio has too few designs');
    const order = await buy(api, shopUrl, buyer, design);
    return { order, item: order.items[0], card: order.items[0]?.licenceCard ?? '' };
  };
  const old = await buyNext(0);
  // As a change of the key does.
  const now = new Date().toISOString();
  api.sql('UPDATE licenceKeys SET retiredAt = ?, privateKey = NULL', now);
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  api.sql(
    "INSERT INTO licenceKeys (id, publicKey, privateKey, createdAt) VALUES ('decade00', ?, ?, ?)",
    publicKey.export({ format: 'jwk' }).x ?? '',
    privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    now,
  );
  api.sql(
    'UPDATE accounts SET billing = ? WHERE id = ?',
    JSON.stringify({ ...noBilling, company: 'Featherstonehaugh-Cholmondeley Fabrics Limited' }),
    buyer.user._id,
  );
  const bought = await buyNext(1);
  const refunded = await buyNext(2);
  api.sql('UPDATE orderItems SET revokedAt = ? WHERE orderId = ?', now, refunded.order._id);
  api.sql('INSERT INTO catalogueChanges (productId, changedAt) VALUES (NULL, ?)', now);
  await expect.poll(async () => (await api.call('licenceRegister')).revoked).not.toBe('');

  await phone.visit(paths.home.path);
  await phone.lose('offline');
  await phone.close();
  const read = readCard(bought.card);
  if (!read) throw new Error('the card isn’t one');
  const scanned = licenceCheckPath(shortCard(read));
  expect(scanned.length).toBeLessThan(licenceCheckPath(bought.card).length * 0.6);
  const page = await phone.reopen(scanned);

  await test.step('anyone can check cards in airplane mode after one visit', async () => {
    const part = page.getByRole('region', { name: 'Check a licence card' });
    const result = part.getByRole('status');
    await expect(result).toContainText('Valid');
    await expect(result).toContainText(cardTitle(read.facts));
    await expect(result).toContainText(bought.order.orderNumber);
    await expect(result).toContainText(`Company${read.facts.company}`);
    await expect(result).toContainText('last synced');

    const changed = bought.card.replace(
      /^(.{60})(.)/,
      (_, start, one) => start + (one === 'A' ? 'B' : 'A'),
    );
    for (const [card, verdict] of [
      [changed, 'Not genuine'],
      [refunded.card, 'Revoked as of'],
      [old.card, 'Valid'],
    ] as const) {
      await part.getByLabel('Link or code of a licence card').fill(url + licenceCheckPath(card));
      await part.getByRole('button', { name: 'Check the card' }).click();
      await expect(result).toContainText(verdict);
      await expect(page).toHaveURL(url + licenceCheckPath(card));
    }
  });
  await phone.regain();

  await phone.visit(itemLicencePath(bought.order._id, bought.item?._id ?? ''), buyer);
  await test.step('the licence page of a bought design has its card, which prints alone and fits A6', async () => {
    const own = page.getByRole('region', { name: 'Licence card' });
    await expect(own).toContainText(cardTitle(read.facts));
    await expect(own).toContainText(`Company: ${read.facts.company}`);
    await expect(own.getByRole('img', { name: /^QR code/ })).toBeVisible();

    const saving = page.waitForEvent('download');
    await own.getByRole('button', { name: 'Save as picture' }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toMatch(/^licence-PW-.*\.png$/);
    if (CARD_FOLDER !== undefined) await saved.saveAs(join(CARD_FOLDER, 'card.png'));

    await page.evaluate(() => {
      window.print = () => {};
    });
    await own.getByRole('button', { name: 'Print the card (A6)' }).click();
    await page.emulateMedia({ media: 'print' });
    await expect(own.getByRole('img', { name: /^QR code/ })).toBeVisible();
    for (const other of ['heading', 'button', 'banner', 'article'] as const) {
      await expect(page.getByRole(other), other).toHaveCount(0);
    }
    const bytes = await page.pdf({ preferCSSPageSize: true });
    const pdf = bytes.toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    const [, ...box] = /\/MediaBox\s*\[([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
    const mm = box.map((points) => Math.round((Number(points) / 72) * 25.4));
    expect(mm).toEqual([0, 0, 148, 105]);
    if (CARD_FOLDER !== undefined) {
      await writeFile(join(CARD_FOLDER, 'card.pdf'), bytes);
      await writeFile(join(CARD_FOLDER, 'link.txt'), url + scanned);
    }
  });
});
