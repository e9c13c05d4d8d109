import { unsubscribePath } from '#contract/shop/own-paths.ts';
import { paths } from '#contract/shop/paths.ts';
import { makeUnsubscribeToken } from '#server/platform/mail/unsubscribe-token.ts';
import { expect, signIn, test, toast } from '#tests/support/buying-test.ts';

test('a search and a filtered listing are saved, listed with a switch, and end by the link of an e-mail', async ({
  page,
  api,
}) => {
  const buyer = await api.newBuyer();
  await signIn(page, buyer);
  await page.goto(`${paths.search.path}?query=owl`);
  await page.getByRole('button', { name: 'Tell me about new designs' }).click();
  await expect(toast(page, 'We’ll tell you about new designs')).toBeVisible();
  await page.goto(`${paths.shop.path}?maxPrice=9`);
  await page.getByRole('button', { name: 'Tell me about new designs' }).click();
  await page.getByRole('link', { name: 'Your saved searches' }).click();

  const part = page.getByRole('region', { name: 'Saved searches' });
  const owls = part.getByRole('listitem').filter({ hasText: '“owl”' });
  await expect(part.getByRole('link', { name: 'Up to $9.00' })).toBeVisible();
  await owls.getByRole('switch').click();
  await expect(owls.getByRole('switch')).not.toBeChecked();
  await part.getByRole('button', { name: 'Delete the search for “owl”' }).click();
  await expect(owls).toHaveCount(0);

  const [row] = api.sql("SELECT value FROM settings WHERE key = 'signingKey'");
  const key = Buffer.from(JSON.parse(String(row?.value)), 'base64');
  await page.goto(unsubscribePath(makeUnsubscribeToken(key, buyer.user._id)));
  await page.getByRole('button', { name: 'Stop the e-mails' }).click();
  await expect(page.getByRole('heading', { name: 'E-mails stopped' })).toBeVisible();
  await page.goto(paths.myAccount.path);
  await expect(part.getByRole('switch', { name: /^By e-mail/ })).not.toBeChecked();
});
