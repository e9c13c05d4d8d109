import { paths } from '#contract/shop/paths.ts';
import { expect, test } from '../support/offline-test.ts';

test.use({ isReturning: true });

test('a repeat visit shows the designs before the shop answers, and then its answer', async ({
  phone,
}) => {
  await phone.visit(paths.shop.path);
  await phone.close();
  const [newest] = await phone.api.products();
  if (!newest) throw new Error('The studio has no design');
  const title = 'Renamed meanwhile';
  phone.api.sql('UPDATE products SET title = ? WHERE id = ?', title, newest._id);
  phone.api.sql(
    'INSERT INTO catalogueChanges (productId, changedAt) VALUES (?, ?)',
    newest._id,
    new Date().toISOString(),
  );
  await expect.poll(async () => (await phone.api.products())[0]?.title).toBe(title);
  const letAnswer = phone.network.hold();

  const page = await phone.open();
  await page.goto(phone.url + paths.shop.path, { waitUntil: 'commit' });
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(28);
  await expect(cards.first()).toContainText(newest.title);

  letAnswer();
  await expect(cards.first()).toContainText(title);
});

test('a file of the shop is shown as it is, not as a screen', async ({ phone }) => {
  const page = await phone.visit(paths.home.path);
  await page.goto(`${phone.url}/robots.txt`);
  await expect(page.locator('body')).toContainText('Sitemap:');
});
