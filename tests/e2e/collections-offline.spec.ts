import { paths } from '#contract/shop/paths.ts';
import { formatUsd, priceToPay } from '#contract/wire/money.ts';
import { amount, buy } from '../support/buying-test.ts';
import { expect, test } from '../support/offline-test.ts';

test.use({ isReturning: true });

test('without the shop, a collection costs what the cart will say, less a design the buyer has', async ({
  phone,
}) => {
  const { api, shopUrl } = phone;
  const buyer = await api.newBuyer();
  const designs = (await api.products()).slice(0, 3);
  const [owned, ...others] = designs;
  if (!owned) throw new Error('the studio has too few designs');
  await buy(api, shopUrl, buyer, owned);
  const id = 'c'.repeat(24);
  api.sql(
    `INSERT INTO collections (id, slug, name, description, price, isPublished, position)
     VALUES (?, 'by-the-pond', 'By the Pond', '', 1500, 1, 0)`,
    id,
  );
  for (const [position, { _id }] of designs.entries()) {
    api.sql(
      'INSERT INTO collectionDesigns (collectionId, productId, position) VALUES (?, ?, ?)',
      id,
      _id,
      position,
    );
  }
  const now = new Date().toISOString();
  api.sql('INSERT INTO catalogueChanges (productId, changedAt) VALUES (NULL, ?)', now);
  await expect
    .poll(async () => (await api.call('collections', {})).collections.map(({ name }) => name))
    .toContain('By the Pond');
  const costOf = (all: typeof designs) =>
    all.reduce((sum, { price, discountedPrice }) => sum + priceToPay(price, discountedPrice), 0);
  const share = Math.floor((costOf(others) * 1500) / costOf(designs)) / 100;

  await phone.visit(paths.collections.path, buyer);
  await phone.close();
  await phone.lose('killed');

  const page = await phone.reopen(paths.collections.path);
  await page.getByRole('link', { name: 'By the Pond' }).click();
  await expect(page.getByText('2 of 3 designs')).toBeVisible();
  const offer = page.getByRole('region', { name: 'Buy together' });
  await expect(offer).toContainText(formatUsd(share));
  await expect(offer).toContainText('You have 1 of these already, so the price is for the others.');
  await offer.getByRole('button', { name: 'Add 2 to cart' }).click();
  await offer.getByRole('link', { name: 'View cart' }).click();
  await expect(page.getByRole('list', { name: 'Designs in your cart' })).toContainText(
    others[0]?.title ?? '?',
  );

  await phone.regain();
  await expect(page.getByText('In the collection “By the Pond”')).toHaveCount(2);
  await expect(amount(page, 'Total')).toHaveText(formatUsd(share));
});
