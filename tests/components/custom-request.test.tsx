import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { messages } from '#contract/messages/messages.ts';
import { callPath } from '#contract/shop/calls.ts';
import { referenceImagesField } from '#contract/shop/custom-request.ts';
import { ownRequestPath } from '#contract/shop/own-paths.ts';
import { paths } from '#contract/shop/paths.ts';
import { sharedUnsavedPath } from '#contract/shop/share-target.ts';
import type { ProblemBody, ProblemCode } from '#contract/wire/problem.ts';
import { newUser, notifications, openShop, shownUrl, toastOf } from '#tests/support/open-shop.tsx';
import { Refusal, type ShopAtFetch } from '#tests/support/shop-at-fetch.ts';

const dialog = page.getByRole('dialog', { name: 'Request a Custom Design' });
const submit = dialog.getByRole('button', { name: 'Submit' });
const description = dialog.getByLabelText('Description');

function refuse(code: ProblemCode, part: Partial<ProblemBody> = {}): () => never {
  return () => {
    throw new Refusal(code, part);
  };
}

/** Opens the form of a shop that answers requests so. */
async function openRequest(answer?: ShopAtFetch['handlers']['customRequest']) {
  const shop = await openShop({
    path: paths.home.path,
    prepare({ handlers }) {
      if (answer) handlers.customRequest = answer;
    },
  });
  await page.getByRole('button', { name: 'REQUEST A CUSTOM' }).click();
  await expect.element(dialog).toBeVisible();
  return shop;
}

async function fill(text: string): Promise<void> {
  await dialog.getByLabelText('Name').fill('Hazel Button');
  await dialog.getByLabelText('Email').fill('hazel@shop.example');
  await dialog.getByLabelText('Design type').selectOptions('Exclusive');
  await description.fill(text);
}

test('a toast above the open form is announced and can be dismissed, and the form stays', async () => {
  await openRequest(refuse('UNAVAILABLE', { message: messages.picture.busy }));
  await fill('Moons');
  await submit.click();
  const toast = notifications.getByRole('listitem').filter({ hasText: messages.picture.busy });
  await expect.element(toast).toBeVisible();
  // Inert content is neither announced nor pressable.
  expect(toast.element().closest('[inert]')).toBeNull();
  await toast.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(toast).toHaveLength(0);
  await expect.element(dialog).toBeVisible();
});

test('toasts are top-centre, at most 350 px wide, 8 px apart (U10)', async () => {
  await openRequest(refuse('UNAVAILABLE', { message: `${messages.picture.busy} `.repeat(3) }));
  const toasts = notifications.getByRole('listitem');
  await fill('Moons');
  await submit.click();
  await expect.element(toasts).toHaveLength(1);
  await submit.click();
  await expect.element(toasts).toHaveLength(2);
  // They arrive in motion.
  await expect
    .poll(() => {
      const [first, second] = toasts.elements().map((each) => each.getBoundingClientRect());
      if (!first || !second) return [];
      const gap = second.top - first.bottom;
      const places = [first, second].map(({ left, right, width }) => [width, (left + right) / 2]);
      return [...places, gap, first.top < 50];
    })
    .toEqual([
      [350, expect.closeTo(1440 / 2, 0)],
      [350, expect.closeTo(1440 / 2, 0)],
      expect.closeTo(8, 1),
      true,
    ]);
});

test('a request that the shop fails on is reported and logged, and the form stays open (E09)', async () => {
  await openRequest(refuse('INTERNAL'));
  await fill('Moons');
  const warn = vi.spyOn(console, 'warn');
  onTestFinished(() => warn.mockRestore());
  await submit.click();
  await expect.element(toastOf('An error occurred')).toBeVisible();
  expect(warn.mock.calls.join()).toContain('A custom request was not sent');
  await expect.element(description).toHaveValue('Moons');
});

test('an empty request is sent, and the shop names what is missing (E10)', async () => {
  const shop = await openRequest();
  await submit.click();
  await expect.poll(() => shop.bodiesOf('customRequest')).toHaveLength(1);
  for (const [label, text] of [
    ['Name', 'Name is required'],
    ['Email', 'Email is required'],
    ['Design type', 'Design type is required'],
    ['Description', 'Description is required'],
  ] as const) {
    await expect.element(dialog.getByLabelText(label)).toHaveAccessibleDescription(text);
  }
  await expect.element(dialog.getByLabelText('Name')).toHaveFocus();

  await fill('Mushrooms at a disco');
  await expect.element(dialog.getByLabelText('Name')).not.toHaveAttribute('aria-invalid');
  const message = messages.picture.imageFormat;
  shop.handlers.customRequest = refuse('INVALID', {
    message,
    fields: { [referenceImagesField]: message },
  });
  const images = dialog.getByLabelText('Reference images');
  await images.upload(new File(['no picture'], 'notes.png', { type: 'image/png' }));
  await submit.click();
  await expect.element(images).toHaveAccessibleDescription(new RegExp(message));
  await dialog.getByRole('button', { name: 'Remove notes.png' }).click();
  delete shop.handlers.customRequest;
  await submit.click();
  await expect.element(toastOf(messages.custom.done)).toBeVisible();
  expect(shop.bodiesOf('customRequest').at(-1)).toMatchObject({
    description: 'Mushrooms at a disco',
    [referenceImagesField]: [],
  });
});

test('says that what another app shared couldn’t be saved, once', async () => {
  const name = location.origin + sharedUnsavedPath;
  const spy = vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ name } as never]);
  onTestFinished(() => spy.mockRestore());
  await openRequest();
  await expect
    .element(toastOf('What you shared couldn’t be saved. Please add it in the form.'))
    .toBeVisible();
});

test('what is typed while a request is on its way is the next draft', async () => {
  const shop = await openRequest();
  const release = shop.hold('customRequest');
  await fill('Moons');
  await submit.click();
  await expect.poll(() => shop.sent.some(({ name }) => name === 'ready')).toBe(true);
  await description.fill('Moons and stars');
  release();
  await expect.element(toastOf(messages.custom.done)).toBeVisible();
  expect(shop.bodiesOf('customRequest')).toMatchObject([{ description: 'Moons' }]);
  await expect.element(dialog).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'REQUEST A CUSTOM' }).click();
  await expect.element(description).toHaveValue('Moons and stars');
});

test('the form stays open after an answer without data (E08)', async () => {
  await openRequest();
  await fill('Moons');
  const shopFetch = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const isCustom = new URL(request.url).pathname === callPath('customRequest');
    return isCustom ? Response.json({}) : shopFetch(request);
  };
  await submit.click();
  await expect.element(toastOf('Failed to create custom order')).toBeVisible();
  await expect.element(description).toHaveValue('Moons');
  await expect.element(submit).toBeVisible();
});

test('begins with the name and e-mail of the account, unless something was typed, and links what was sent', async () => {
  const user = newUser({ firstName: 'Hazel', lastName: 'Button', email: 'hazel@shop.example' });
  const shop = await openShop({ path: paths.home.path, user });
  shop.handlers.ownRequests = () => ({ requests: [] });
  const open = page.getByRole('button', { name: 'REQUEST A CUSTOM' });
  await open.click();
  await expect.element(dialog.getByLabelText('Name')).toHaveValue('Hazel Button');
  await expect.element(dialog.getByLabelText('Email')).toHaveValue('hazel@shop.example');
  await dialog.getByLabelText('Name').fill('The Button Shop');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).toHaveLength(0);
  await open.click();
  await expect.element(dialog.getByLabelText('Name')).toHaveValue('The Button Shop');

  await dialog.getByLabelText('Design type').selectOptions('Exclusive');
  await description.fill('Moons');
  await submit.click();
  await expect.element(toastOf(messages.custom.done)).toBeVisible();
  await notifications.getByRole('button', { name: 'See your request' }).click();
  await expect.poll(shownUrl).toBe(ownRequestPath('c'.repeat(24)));
});
