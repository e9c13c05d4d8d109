import { productPath } from '#contract/shop/paths.ts';
import { formatUsd, fromWire, toWire } from '#contract/wire/money.ts';
import { amount, cartLines, cartLink } from '../support/buying-test.ts';
import { expect, test } from '../support/offline-test.ts';

test.use({ isReturning: true });

test('a price seen without a signal is held if it rose meanwhile', async ({ phone }) => {
  const { api } = phone;
  const buyer = await api.newBuyer();
  const design = (await api.products()).find(({ discountedPrice }) => discountedPrice === null);
  if (!design) throw new Error('every design of the studio is reduced');
  const seen = fromWire(design.price);
  await phone.visit(productPath(design._id), buyer);
  await phone.lose('offline');
  const now = new Date().toISOString();
  api.sql(
    'INSERT INTO endedPrices (productId, cents, endedAt) VALUES (?, ?, ?)',
    design._id,
    seen,
    now,
  );
  api.sql('UPDATE products SET price = ? WHERE id = ?', seen + 200, design._id);
  api.sql('INSERT INTO catalogueChanges (productId, changedAt) VALUES (?, ?)', design._id, now);

  const page = await phone.reopen(productPath(design._id));
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await cartLink(page, 1).click();
  await expect(amount(page, 'Total')).toHaveText(formatUsd(toWire(seen)));

  await phone.regain();
  const line = cartLines(page).filter({ hasText: design.title });
  await expect(line).toContainText(/The price rose\. Yours is held until \w{3} \d\d:\d\d\./);
  await expect(amount(page, 'Total')).toHaveText(formatUsd(toWire(seen)));
});
