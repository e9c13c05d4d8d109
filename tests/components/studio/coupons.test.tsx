import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Refusal } from '#tests/support/calls-at-fetch.ts';
import { makeCoupon } from '#tests/support/lists-at-fetch.ts';
import { openStudio } from '#tests/support/open-studio.tsx';
import { toastOf } from '#tests/support/shown-toasts.ts';
import { expectSoundScreen } from '#tests/support/sound-screen.ts';

const create = page.getByRole('button', { name: 'Create coupon' });
const code = 'Market-fair';
const row = page.getByRole('row').filter({ hasText: code });
const canUse = page.getByRole('switch', { name: 'Buyers can use it' });

test('a coupon is created once what is wrong with it is corrected, and found', async () => {
  const noDesign = 'No design has the SKU NOTHING-1.';
  const studio = openStudio({
    path: '/coupons',
    prepare({ handlers }) {
      handlers.createCoupon = () => {
        throw new Refusal('INVALID', { message: noDesign, fields: { skus: noDesign } });
      };
    },
  });
  await page.getByRole('link', { name: 'New coupon' }).first().click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'New coupon' })).toHaveFocus();
  await expect.element(create).toBeDisabled();
  await page.getByLabelText('Code').fill(code);
  const discount = page.getByRole('textbox', { name: /^Discount/ });
  await discount.fill('150');
  await expect.element(page.getByText('Enter at most 100%.')).toBeVisible();
  await discount.fill('15');
  const skus = page.getByLabelText('Designs, by SKU');
  await skus.fill('NOTHING-1');
  await expectSoundScreen();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await create.click();
  await expect.element(page.getByText(noDesign).first()).toBeVisible();
  delete studio.handlers.createCoupon;
  await skus.fill('');
  await create.click();

  await page.getByLabelText('Find a code').fill(code.toLowerCase());
  await expect.poll(() => location.search).toBe(`?search=${code.toLowerCase()}`);
  await expect.element(row).toMatchTextContent('15% off');
  await expect.element(row).toMatchTextContent('On');
  await expectSoundScreen();
});

test('rows are low, and only the title is in the display face', async () => {
  await page.viewport(1440, 900);
  openStudio({ path: '/coupons', saved: { coupons: [makeCoupon({ code })] } });
  await expect.element(row).toBeVisible();
  const faceOf = (element: Element) => getComputedStyle(element).fontFamily.split(',')[0];
  expect(faceOf(page.getByRole('heading', { level: 1 }).element())).toBe('Fredoka');
  expect(faceOf(page.getByRole('columnheader').first().element())).toBe('Nunito');
  expect(faceOf(page.getByRole('link', { name: 'New coupon' }).first().element())).toBe('Nunito');
  expect(row.element().getBoundingClientRect().height).toBeLessThanOrEqual(45);
});

test('a coupon is limited and switched off', async () => {
  const coupon = makeCoupon({ code, discountAmount: 15 });
  const studio = openStudio({ path: `/coupons?search=${code}`, saved: { coupons: [coupon] } });
  await row.getByRole('link', { name: code }).click();
  await page.getByLabelText('Total uses').fill('40');
  const starts = page.getByLabelText('Starts', { exact: true });
  const ends = page.getByLabelText('Ends', { exact: true });
  await starts.fill('2031-05-02T10:30');
  await ends.fill('2031-05-01T10:30');
  await expect.element(page.getByText('The end must be after the start.')).toBeVisible();
  await ends.fill('2031-06-01T10:30');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('Scheduled')).toBeVisible();
  await expect.element(page.getByText('used 0 of 40', { exact: false })).toBeVisible();
  canUse.element().focus();
  await userEvent.keyboard(' ');
  await expect.element(page.getByText('Switched off', { exact: true })).toBeVisible();
  await expect.element(toastOf(`${code} is switched off.`)).toHaveLength(0);
  await expectSoundScreen();
  expect(coupon).toMatchObject({ useLimit: 40, isOff: true });
  studio.goto(`/coupons/${coupon._id}`);
  await expect.element(starts).toHaveValue('2031-05-02T10:30');
  await expect.element(canUse).not.toBeChecked();

  studio.goto(`/coupons?search=${code}`);
  await expect.element(row).toMatchTextContent('from 2 May 2031, 10:30 until 1 Jun 2031, 10:30');
  await expectSoundScreen();
});

test('a coupon has a link to copy, and its QR code to save as a picture', async () => {
  const copied: string[] = [];
  const clipboard = { writeText: async (text: string) => void copied.push(text) };
  Object.defineProperty(navigator, 'clipboard', { configurable: true, get: () => clipboard });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'clipboard'));
  const saved: { name: string; href: string }[] = [];
  const { click } = HTMLAnchorElement.prototype;
  HTMLAnchorElement.prototype.click = function keep() {
    saved.push({ name: this.download, href: this.href });
  };
  onTestFinished(() => {
    HTMLAnchorElement.prototype.click = click;
  });
  const coupon = makeCoupon({ code, discountAmount: 15 });
  openStudio({ path: `/coupons/${coupon._id}`, saved: { coupons: [coupon] } });
  const card = page.getByRole('region', { name: 'Link and QR code' });
  await expect.element(card).toMatchTextContent(`${location.origin}/c/${code}`);
  await expect
    .element(card.getByRole('img', { name: `QR code: the link of ${code}, 15% off` }))
    .toBeVisible();
  await card.getByRole('button', { name: 'Copy link' }).click();
  await expect.element(toastOf('Link copied')).toBeVisible();
  expect(copied).toEqual([`${location.origin}/c/${code}`]);

  await card.getByRole('button', { name: 'Save as picture' }).click();
  await expect.poll(() => saved.map(({ name }) => name)).toEqual([`coupon-${code}.png`]);
  const picture = new Image();
  picture.src = saved[0]?.href ?? '';
  await picture.decode();
  expect([picture.width, picture.height]).toEqual([1240, 1748]);
  await page.viewport(360, 780);
  onTestFinished(() => page.viewport(1440, 900));
  await expectSoundScreen();
});

test('a page past the end is replaced by the last one', async () => {
  const studio = openStudio({
    path: `/coupons?search=${code}&page=99`,
    saved: { coupons: [makeCoupon({ code })] },
  });
  await expect.element(page.getByRole('link', { name: code })).toBeVisible();
  expect(location.search).toBe(`?search=${code}&page=1`);

  studio.goto('/customs?column=done&page=99');
  await expect.poll(() => location.search).toBe('?column=done&page=1');
});
