import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { commissionMessages } from '#contract/studio/commissions.ts';
import type { Design } from '#contract/studio/design-record.ts';
import { makeDesign } from '#tests/support/designs-at-fetch.ts';
import { makeCoupon, makeRequest } from '#tests/support/lists-at-fetch.ts';
import { comeBack, menuLink, openStudio, screenShown } from '#tests/support/open-studio.tsx';
import { toastOf } from '#tests/support/shown-toasts.ts';

/** Two staff members edit the same thing: neither overwrites the other's changes unseen. */

const save = page.getByRole('button', { name: 'Save', exact: true });
const priceOf = (title: string) =>
  page.getByRole('button', { name: new RegExp(`^Price of ${title}`) });
const priceField = (title: string) => page.getByRole('textbox', { name: `Price of ${title}` });
const overPrice = page.getByRole('dialog', { name: 'Changed by two people' });

test("a price being edited does not overwrite a colleague's change", async () => {
  const design = makeDesign({ title: 'Shared' });
  const studio = openStudio({ path: '/designs?search=Shared', saved: { designs: [design] } });
  await priceOf('Shared').click();
  const input = priceField('Shared');
  await input.fill('9');
  design.price = 15;
  await studio.asked('designs', comeBack);
  // The design is no longer in the list that is shown, but what was typed is.
  design.title = 'Renamed';
  await userEvent.keyboard('{Enter}');
  await expect.element(overPrice).toMatchTextContent('$15.00');
  await expect.element(overPrice).toMatchTextContent('$9.00');
  expect(design.price).toBe(15);

  // Nor does coming back drop it, although the search finds nothing any more.
  await studio.asked('designs', comeBack);
  await expect.element(page.getByText('0 designs', { exact: true })).toBeVisible();
  await overPrice.getByRole('button', { name: 'Keep mine: Price of Shared' }).click();
  await expect.element(toastOf('Shared now costs $9.00.')).toBeVisible();
  await expect.element(page.getByText('No matching designs')).toBeVisible();
  expect(design.price).toBe(9);
});

test('whoever comes back to the editor sees what a colleague saved', async () => {
  const design = makeDesign();
  const byColleague = (change: Partial<Design>) =>
    Object.assign(design, change, { version: design.version + 1 });
  const studio = openStudio({ path: `/designs/${design.id}`, saved: { designs: [design] } });
  const price = page.getByRole('textbox', { name: /^Price/ });
  const title = page.getByLabelText('Title');
  await expect.element(price).toHaveValue('12.00');
  byColleague({ price: 15 });
  comeBack();
  await expect.element(price).toHaveValue('15.00');

  await title.fill('Mine');
  byColleague({ price: 18 });
  await studio.asked('design', comeBack);
  await expect.element(price).toHaveValue('18.00');
  await expect.element(title).toHaveValue('Mine');

  await price.fill('21');
  byColleague({ price: 20, sku: 'T-2' });
  await save.click();
  const conflict = page.getByRole('group', { name: 'Price' });
  await expect.element(conflict).toMatchTextContent('Ben changed this too.');
  await expect.element(conflict).toMatchTextContent('$21.00');
  await expect.element(conflict).toMatchTextContent('$20.00');
  await expect.element(page.getByLabelText('SKU')).toHaveValue('T-2');
  await page.getByRole('button', { name: 'Keep mine: Price' }).click();
  await save.click();
  await expect.element(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible();
  expect(design).toMatchObject({ price: 21, title: 'Mine', sku: 'T-2' });
});

/** A list of two designs, and how to save a price of the first, whose answer is held back until `answer` is called. */
function openPrices() {
  const [fox, fern] = [makeDesign({ title: 'Late fox' }), makeDesign({ title: 'Late fern' })];
  const studio = openStudio({ path: '/designs?search=Late', saved: { designs: [fox, fern] } });
  const input = priceField('Late fox');
  return {
    fox,
    fern,
    input,
    async save(price: string): Promise<() => void> {
      await priceOf('Late fox').click();
      await input.fill(price);
      const answer = studio.hold('setDesignPrice');
      await studio.asked('setDesignPrice', () => userEvent.keyboard('{Enter}'));
      return answer;
    },
  };
}

test('a late answer does not bring back the conflict of a price that was cancelled', async () => {
  const { fox, input, save: saveLate } = openPrices();
  await expect.element(priceOf('Late fox')).toBeVisible();
  fox.price = 15;
  const answer = await saveLate('9');
  await userEvent.keyboard('{Escape}');
  answer();
  await expect.element(priceOf('Late fox')).toMatchTextContent('$15.00');
  await priceOf('Late fox').click();
  await expect.element(input).toHaveValue('15.00');
  // Nothing covers what is typed now.
  await input.fill('16');
  await expect.element(overPrice).toHaveLength(0);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(priceOf('Late fox')).toBeVisible();
});

test('a late answer does not bring back the other prices as they were when it was asked for', async () => {
  const { fern, save: saveLate } = openPrices();
  const answer = await saveLate('10');
  fern.price = 22;
  comeBack();
  await expect.element(priceOf('Late fern')).toMatchTextContent('$22.00');
  answer();
  await expect.element(toastOf('Late fox now costs $10.00.')).toBeVisible();
  await expect.element(priceOf('Late fox')).toMatchTextContent('$10.00');
  await expect.element(priceOf('Late fern')).toMatchTextContent('$22.00');
});

test('a late answer does not bring back its own price, which a colleague has changed since', async () => {
  const { fox, save: saveLate } = openPrices();
  const answer = await saveLate('11');
  Object.assign(fox, { price: 13, version: fox.version + 1 });
  comeBack();
  await userEvent.keyboard('{Escape}');
  await expect.element(priceOf('Late fox')).toMatchTextContent('$13.00');
  answer();
  await expect.element(toastOf('Late fox now costs $11.00.')).toBeVisible();
  await expect.element(priceOf('Late fox')).toMatchTextContent('$13.00');
});

test('a late answer does not take the focus, which is in the next price by then', async () => {
  const { save: saveLate } = openPrices();
  const answer = await saveLate('12.5');
  await priceOf('Late fern').click();
  const next = priceField('Late fern');
  await next.fill('7');
  answer();
  await expect.element(toastOf('Late fox now costs $12.50.')).toBeVisible();
  await expect.element(priceOf('Late fox')).toBeVisible();
  await expect.element(next).toHaveFocus();
});

test('a setting that is chosen twice in a row is no conflict with oneself', async () => {
  const studio = openStudio({ path: '/settings' });
  const choice = page.getByLabelText('Hold prices for');
  await expect.element(choice).toHaveValue('24');
  const answer = studio.hold('setPriceHold');
  await studio.asked('setPriceHold', () => choice.selectOptions('2 days'));
  await choice.selectOptions('7 days');
  answer();

  await expect.poll(() => studio.saved.settings.priceHoldHours).toBe(168);
  await expect.element(toastOf('Price promise saved.')).toBeVisible();
  await expect.element(choice).toHaveValue('168');
  const conflict = page.getByRole('region', { name: 'Changed by two people' });
  await expect.element(conflict).toHaveLength(0);
  studio.goto('/settings');
  await expect.element(choice).toHaveValue('168');
});

test("limits of a coupon do not overwrite a colleague's, and what was typed stays", async () => {
  const coupon = makeCoupon();
  openStudio({ path: '/coupons', saved: { coupons: [coupon] } });
  await page.getByRole('link', { name: coupon.code }).click();
  const uses = page.getByLabelText('Total uses');
  await expect.element(uses).toHaveValue('');
  coupon.useLimit = 40;
  comeBack();
  await expect.element(uses).toHaveValue('40');

  await page.getByLabelText('Minimum subtotal').fill('20');
  coupon.useLimit = 50;
  await save.click();
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect.element(uses).toHaveValue('50');
  expect(coupon).toMatchObject({ useLimit: 50, minimumSubtotal: 20 });

  await uses.fill('60');
  coupon.useLimit = 70;
  await save.click();
  const conflict = page.getByRole('group', { name: 'Total uses' });
  await expect.element(conflict).toMatchTextContent('70');
  await expect.element(uses).toHaveValue('60');
  expect(coupon).toMatchObject({ useLimit: 70, minimumSubtotal: 20 });
  coupon.useLimit = 80;
  comeBack();
  await expect.element(conflict).toMatchTextContent('80');
  await page.getByRole('button', { name: 'Use theirs: Total uses' }).click();
  await expect.element(uses).toHaveValue('80');
});

test('one limit of custom requests is saved beside the other, which a colleague changed', async () => {
  const { saved } = openStudio({ path: '/customs' });
  await page.getByLabelText('Most open requests').fill('20');
  Object.assign(saved.commissionRules, { silence: 'accepted' });
  await save.click();
  await expect.element(toastOf('Saved')).toBeVisible();
  expect(saved.commissionRules).toEqual({ slots: 20, silence: 'accepted' });
});

test('a request that a colleague closed meanwhile is not declined unseen', async () => {
  const request = makeRequest();
  openStudio({ path: `/customs/${request._id}`, saved: { requests: [request] } });
  const next = page.getByRole('region', { name: 'What’s next' });
  await next.getByRole('button', { name: 'Decline…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Decline this request?' });
  await dialog.getByLabelText('Note to the buyer').fill('We’re sorry.');
  Object.assign(request, { state: 'closed', status: 'closed' });
  await dialog.getByRole('button', { name: 'Decline' }).click();
  await expect.element(toastOf(commissionMessages.moved)).toBeVisible();
  await expect.element(dialog.getByLabelText('Note to the buyer')).toHaveValue('We’re sorry.');
  expect(request.state).toBe('closed');
});

test('leaving an unsent reply asks for confirmation', async () => {
  const request = makeRequest();
  openStudio({
    path: '/customs',
    saved: { requests: [request] },
    prepare({ handlers }) {
      handlers.orders = () => ({ items: [], total: 0, totalPages: 1, isCounted: true });
    },
  });
  await page.getByRole('link', { name: request.name }).click();
  const reply = page.getByLabelText('Your reply');
  await reply.fill('Lovely.');

  await menuLink('Orders').click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await expect.element(reply).toHaveValue('Lovely.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect
    .element(page.getByRole('region', { name: 'Messages' }))
    .toMatchTextContent('Lovely.');
  await menuLink('Orders').click();
  await screenShown();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
});
