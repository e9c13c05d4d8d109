import { ownRequestPath } from '#contract/shop/own-paths.ts';
import { paths } from '#contract/shop/paths.ts';
import { acceptTerms, createOrder, expect, pay, signIn, test } from '#tests/support/buying-test.ts';
import type { Buyer, ShopApi } from '#tests/support/shop-api.ts';

const price = 12_000;

function sendQuote({ sql }: ShopApi, requestId: string, version: number, deposit: number): void {
  const now = new Date();
  const later = new Date(now.getTime() + 9 * 86_400_000);
  sql(
    `INSERT INTO quotes (requestId, version, price, deposit, included, designType, rounds, days,
       termsVersion, validUntil, staffId, createdAt)
     VALUES (?, ?, ?, ?, 'A seamless pattern.', 'Exclusive', 2, 10, '1', ?, 'staff', ?)`,
    requestId,
    version,
    price,
    deposit,
    later.toISOString(),
    now.toISOString(),
  );
}

/** A request of this buyer with a quote in two parts. */
function addQuoted(api: ShopApi, buyer: Buyer): string {
  const requestId = Array.from({ length: 24 }, () =>
    Math.floor(Math.random() * 16).toString(16),
  ).join('');
  api.sql(
    `INSERT INTO customRequests (id, accountId, name, email, designType, description, state, status, createdAt)
     SELECT ?, id, 'Hazel Button', email, 'Exclusive', 'Foxes in a wood.', 'quoted', 'answered', ?
     FROM accounts WHERE email = ?`,
    requestId,
    new Date().toISOString(),
    buyer.email,
  );
  sendQuote(api, requestId, 1, 4000);
  return requestId;
}

test('a buyer pays a deposit and the rest, and gets no files before the design is accepted', async ({
  page,
  api,
}) => {
  const buyer = await api.newBuyer();
  const requestId = addQuoted(api, buyer);
  await signIn(page, buyer);
  await page.goto(ownRequestPath(requestId));
  await page.getByRole('link', { name: 'Accept and pay · $40.00' }).click();
  const summary = page.getByRole('region', { name: 'Custom design' });
  await expect(summary).toContainText('To pay now$40.00');
  await expect(summary).toContainText('Later$80.00');
  await createOrder(page);
  await pay(page);

  await expect(page).toHaveURL(paths.orderSuccess.path);
  await expect(page.getByRole('main')).toContainText(
    'A custom design. The files come here once you have accepted',
  );
  await expect(page.getByRole('button', { name: /^Download/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Buy again/ })).toHaveCount(0);
  await page.goto(ownRequestPath(requestId));
  await page.getByRole('link', { name: 'Pay the rest · $80.00' }).click();
  await createOrder(page);
  await pay(page);
  await expect(page).toHaveURL(paths.orderSuccess.path);
  const orders = api.sql(
    'SELECT quotePart, state, totalPrice FROM orders WHERE commissionId = ? ORDER BY quotePart',
    requestId,
  );
  expect(orders).toMatchObject([
    { quotePart: 'deposit', state: 'paid', totalPrice: 4000 },
    { quotePart: 'rest', state: 'paid', totalPrice: 8000 },
  ]);
});

test('a quote that is replaced in the checkout is shown before it is paid', async ({
  page,
  api,
  expectedErrors,
}) => {
  expectedErrors.push(/409/);
  const buyer = await api.newBuyer();
  const requestId = addQuoted(api, buyer);
  await signIn(page, buyer);
  await page.goto(ownRequestPath(requestId));
  await page.getByRole('link', { name: 'Accept and pay · $40.00' }).click();
  await acceptTerms(page);
  sendQuote(api, requestId, 2, 5000);
  await page.getByRole('button', { name: 'Create Order · $40.00' }).click();

  await expect(page.getByText('The studio has sent another quote.')).toBeVisible();
  await page.getByRole('button', { name: 'Create Order · $50.00' }).click();
  await pay(page);
  await expect(page).toHaveURL(paths.orderSuccess.path);
});
