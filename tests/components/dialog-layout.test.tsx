import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { messages } from '#contract/messages/messages.ts';
import { clothBenchPath, paths } from '#contract/shop/paths.ts';
import { makeProduct } from '#tests/support/arbitrary-products.ts';
import { notifications, openShop, resize } from '#tests/support/open-shop.tsx';
import { smallCatalogue } from '#tests/support/small-catalogue.ts';
import { toast } from '#ui/toast.ts';

const phones = [320, 360, 390, 412, 430] as const;
const dialog = page.getByRole('dialog');
const toasts = notifications.getByRole('listitem');
const boxOf = (element: Element) => element.getBoundingClientRect();

/** Whether all of an element is inside another. */
function isWithin(inner: Element, outer: Element): boolean {
  const [a, b] = [boxOf(inner), boxOf(outer)];
  return a.top >= b.top && a.bottom <= b.bottom && a.left >= b.left && a.right <= b.right;
}

async function openRequest(): Promise<void> {
  await openShop({ path: paths.home.path });
  await page.getByRole('button', { name: 'REQUEST A CUSTOM' }).click();
  await expect.element(dialog.getByRole('button', { name: 'Submit' })).toBeVisible();
}

test('shows all of the custom request on a phone of 844 px (E02)', async () => {
  await resize(390, 844);
  await openRequest();
  for (const width of phones) {
    await resize(width, 844);
    const fields = dialog.element().querySelector('form')?.parentElement;
    if (!fields) throw new Error('The dialog has no form');
    expect(fields.scrollHeight - fields.clientHeight, `cut at ${width} px`).toBeLessThanOrEqual(0);
    expect(fields.scrollWidth - fields.clientWidth, `cut at ${width} px`).toBe(0);
  }
});

test('keeps head and buttons of a dialog in view while its fields scroll (E05, E06)', async () => {
  await resize(360, 560);
  await openRequest();
  const staying = [
    dialog.getByRole('heading'),
    dialog.getByRole('button', { name: 'Close' }),
    dialog.getByRole('button', { name: 'Cancel' }),
    dialog.getByRole('button', { name: 'Submit' }),
  ];
  const tops = () => staying.map((part) => boxOf(part.element()).top);
  const before = tops();
  for (const part of staying) expect(isWithin(part.element(), dialog.element())).toBe(true);
  const last = dialog.getByLabelText('Reference images');
  last.element().scrollIntoView({ block: 'nearest' });
  expect(isWithin(last.element(), dialog.element())).toBe(true);
  expect(tops()).toEqual(before);
});

test('shows a field of a dialog whole that gets the focus from the keyboard', async () => {
  await resize(360, 560);
  await openRequest();
  const fields = [...dialog.element().querySelectorAll<HTMLElement>('input, select, textarea')];
  const foot = dialog.getByRole('button', { name: 'Cancel' }).element();
  fields[0]?.focus();
  const reached = new Set<Element | null>();
  while (!reached.has(document.activeElement)) {
    reached.add(document.activeElement);
    await userEvent.tab();
    const field = fields.find((each) => each === document.activeElement);
    if (field) expect(boxOf(field).bottom, field.id).toBeLessThanOrEqual(boxOf(foot).top);
  }
  expect(fields.filter((field) => reached.has(field)).length).toBeGreaterThan(4);
});

test('scrolls a dialog with its head and its buttons in a window too low for both', async () => {
  await resize(360, 300);
  await openRequest();
  const last = dialog.getByLabelText('Reference images').element();
  last.scrollIntoView({ block: 'center' });
  const middle = boxOf(last).top + boxOf(last).height / 2;
  expect(Math.abs(middle - 150)).toBeLessThan(60);
  expect(boxOf(dialog.getByRole('button', { name: 'Close' }).element()).bottom).toBeLessThan(0);
  dialog.getByRole('button', { name: 'Submit' }).element().scrollIntoView();
  expect(isWithin(dialog.getByRole('button', { name: 'Submit' }).element(), dialog.element())).toBe(
    true,
  );
});

test('keeps the number of designs in view under the filters of a phone', async () => {
  await resize(390, 700);
  await openShop({ path: paths.shop.path, products: smallCatalogue });
  await page.getByRole('button', { name: 'Filters' }).click();
  const show = dialog.getByRole('button', { name: /^Show \d+ designs$/ });
  await expect.element(show).toBeVisible();
  await expect.element(dialog.getByRole('checkbox').first()).toBeInTheDocument();
  const inputs = [...dialog.element().querySelectorAll<HTMLElement>('input')];
  inputs[0]?.focus();
  const reached = new Set<Element | null>();
  while (!reached.has(document.activeElement)) {
    reached.add(document.activeElement);
    await userEvent.tab();
    expect(isWithin(show.element(), dialog.element())).toBe(true);
    const input = inputs.find((each) => each === document.activeElement);
    if (input) expect(boxOf(input).bottom, input.id).toBeLessThanOrEqual(boxOf(show.element()).top);
  }
  expect(inputs.filter((input) => reached.has(input)).length).toBeGreaterThan(4);
});

test('leaves a control where it is that a mouse presses', async () => {
  await resize(390, 700);
  await openShop({ path: paths.shop.path, products: smallCatalogue });
  await page.getByRole('button', { name: 'Filters' }).click();
  const show = dialog.getByRole('button', { name: /^Show \d+ designs$/ });
  await expect.element(show).toBeVisible();
  const last = dialog.getByRole('checkbox').last();
  await expect.element(last).toBeInTheDocument();
  const choice = last.element() as HTMLInputElement;
  // Half of it is below the foot, where a press still meets its upper half.
  const scrolled = show.element().closest('form, [data-foot]')?.parentElement;
  if (!scrolled) throw new Error('no part that scrolls');
  scrolled.scrollTop += boxOf(choice).top - boxOf(show.element().parentElement as Element).top + 8;
  const top = boxOf(choice).top;
  await userEvent.click(choice, { position: { x: 4, y: 2 }, force: true });
  expect(choice.checked).toBe(true);
  expect(boxOf(choice).top).toBe(top);
});

test('shows a bank card whole at its size on a phone of 844 px', async () => {
  const tiled = makeProduct({ _id: '1'.repeat(24), title: 'Moons', tile: { width: 8, height: 8 } });
  await resize(390, 844);
  await openShop({ path: clothBenchPath(tiled._id), products: [tiled] });
  await page.getByRole('button', { name: 'Set it with a bank card' }).click();
  const slider = dialog.getByRole('slider');
  // About what an inch measures on a phone.
  await slider.fill('160');
  await expect.element(slider).toHaveAttribute('aria-valuetext', '340 pixels wide');
  const card = dialog.element().querySelector('[style]');
  if (!card) throw new Error('There is no card');
  for (const width of phones.slice(1)) {
    await resize(width, 844);
    expect(isWithin(card, dialog.element()), `at ${width} px`).toBe(true);
  }
});

test('shows one toast at a time on a phone, and only over the header', async () => {
  await resize(390, 844);
  await openShop({ path: paths.terms.path });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  // Unlike others, these stay until they are dismissed.
  toast.loading('The first');
  toast.loading(messages.profile.licenceDone, { urgency: 'assertive' });
  toast.loading('The last');
  await expect.element(toasts).toHaveLength(3);
  const seen = () =>
    toasts
      .elements()
      .filter((each) => getComputedStyle(each).opacity !== '0')
      .map((each) => each.textContent);
  await expect.poll(seen).toEqual([expect.stringContaining(messages.profile.licenceDone)]);
  const header = page.getByRole('banner').element();
  for (const width of phones) {
    await resize(width, 844);
    for (const each of toasts.elements()) {
      expect(boxOf(each).bottom, `at ${width} px`).toBeLessThanOrEqual(boxOf(header).bottom);
    }
  }
  await toasts.nth(0).getByRole('button', { name: 'Dismiss' }).click();
  await expect.poll(seen).toEqual([expect.stringContaining('The last')]);
});

test('keeps a toast on a phone as high as its own text, beside a long one', async () => {
  await resize(390, 844);
  await openShop({ path: paths.terms.path });
  toast.loading('Of many words. '.repeat(12));
  toast.loading('Short');
  toast.loading('Short too', { urgency: 'assertive' });
  await expect.element(toasts).toHaveLength(3);
  const [urgent = 0, short = 0, long = 0] = toasts.elements().map((each) => boxOf(each).height);
  expect(urgent).toBe(short);
  expect(short).toBeLessThan(long);
});

test('shows nothing of the filters beside the button that stays below them', async () => {
  await openShop({ path: paths.shop.path, products: smallCatalogue });
  for (const width of phones) {
    await resize(width, 640);
    await page.getByRole('button', { name: 'Filters' }).click();
    const show = dialog.getByRole('button', { name: /^Show \d+ designs/ });
    // With their counts, all groups are there.
    await expect
      .element(dialog.getByRole('checkbox', { name: / designs?$/ }).first())
      .toBeVisible();
    // The drawer has slid in.
    await expect.poll(() => boxOf(show.element()).left).toBeGreaterThan(0);
    const { left, right, top, bottom } = boxOf(show.element());
    for (const x of [left + 1, right - 1]) {
      for (const y of [top + 1, bottom - 1]) {
        const seen = document.elementFromPoint(x, y);
        const isFoot = seen?.contains(show.element()) && !seen.querySelector('input');
        expect(isFoot, `${width} px`).toBe(true);
      }
    }
    await show.click();
    await expect.element(dialog).toHaveLength(0);
  }
});
