import { paths } from '#contract/shop/paths.ts';
import { signIn } from '#tests/support/buying-test.ts';
import { faults } from '#tests/support/scan.ts';
import { expect, test } from '#tests/support/studio-page.ts';
import { expectSoundScreen } from '#tests/support/studio-screen.ts';
import { localDay } from '#ui/local-day.ts';

/** A day as a date field takes it. */
function inDays(days: number): string {
  const now = new Date();
  return localDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days));
}

test.use({ expectedErrors: [/status of 422/] });

test('the studio records a yearly licence, and its buyer sees the days left without a signal', async ({
  studioPage: page,
  browser,
  shop,
  api,
}) => {
  const buyer = await api.newBuyer();
  const card = page.getByRole('region', { name: 'Yearly licence' });
  await test.step('a day that is over is refused at the field', async () => {
    await page.goto(`/studio/buyers/${buyer.user._id}`);
    await card.getByLabel('Valid until').fill(inDays(-3));
    await card.getByRole('button', { name: 'Record' }).click();
    await expect(card.getByText('This day is over. Enter today or a later day.')).toBeVisible();
    await expect(card.getByLabel('Valid until')).toHaveValue(inDays(-3));
  });

  await test.step('the last day is recorded', async () => {
    await card.getByLabel('Valid until').fill(inDays(212));
    await card.getByRole('button', { name: 'Record' }).click();
    await expect(card.getByText(/: 212 days left\.$/)).toBeVisible();
    await expectSoundScreen(page);
  });

  const context = await browser.newContext({
    baseURL: shop.url,
    viewport: { width: 360, height: 800 },
  });
  const phone = await context.newPage();
  const reminder = phone.getByRole('checkbox', {
    name: 'Remind me by e-mail 30 days before it ends',
  });
  await test.step('the buyer turns the reminder off', async () => {
    await signIn(phone, buyer);
    await phone.goto(paths.myOrders.path);
    await expect(phone.getByRole('heading', { name: /· 212 days left$/ })).toBeVisible();
    await expect(reminder).toBeChecked();
    expect(await faults(phone)).toEqual([]);
    await reminder.click();
    await expect(reminder).not.toBeChecked();
    await expect
      .poll(async () => (await api.call('me', { token: buyer.token })).user.yearlyLicence)
      .toMatchObject({ wantsReminder: false });
  });

  await test.step('without a signal the days are counted on the device, and the choice stays', async () => {
    await phone.evaluate(() => navigator.serviceWorker.ready);
    await context.setOffline(true);
    await phone.reload();
    await expect(phone.getByRole('heading', { name: /· 212 days left$/ })).toBeVisible();
    await reminder.click();
    await expect(phone.getByText(/^Your choice couldn’t be saved/)).toBeVisible();
    await expect(reminder).not.toBeChecked();
    await context.setOffline(false);
  });

  await test.step('a licence that ends soon can be renewed by mail', async () => {
    await card.getByLabel('Valid until').fill(inDays(1));
    await card.getByRole('button', { name: 'Change' }).click();
    await expect(card.getByText(/: 1 day left\.$/)).toBeVisible();
    await phone.reload();
    await expect(phone.getByRole('heading', { name: /· 1 day left$/ })).toBeVisible();
    await expect(phone.getByRole('link', { name: 'Write to us to renew it' })).toHaveAttribute(
      'href',
      /^mailto:.+subject=My%20yearly%20licence$/,
    );
  });

  await test.step('one that is over says so, and asks for nothing else', async () => {
    api.sql("UPDATE yearlyLicences SET endsOn = '2026-01-31' WHERE accountId = ?", buyer.user._id);
    await phone.reload();
    await expect(phone.getByText(/^Your yearly licence ended on January 31, 2026\./)).toBeVisible();
    await expect(reminder).toHaveCount(0);
  });

  await test.step('it is removed', async () => {
    await page.reload();
    await expect(card.getByText('Ended on 31 Jan 2026.')).toBeVisible();
    await card.getByRole('button', { name: 'Remove…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(card.getByText('None.')).toBeVisible();
    await phone.reload();
    await expect(phone.getByRole('heading', { name: 'My orders' })).toBeVisible();
    await expect(phone.getByText(/Yearly licence ·/)).toHaveCount(0);
  });
});
