import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { messages } from '#contract/messages/messages.ts';
import { callPath } from '#contract/shop/calls.ts';
import { customRequestPath, paths, productPath } from '#contract/shop/paths.ts';
import type { ProblemCode } from '#contract/wire/problem.ts';
import { makeProduct } from '#tests/support/arbitrary-products.ts';
import { newUser, notifications, openShop, toastOf } from '#tests/support/open-shop.tsx';
import { lose, Refusal } from '#tests/support/shop-at-fetch.ts';
import { removeToasts } from '#tests/support/shown-toasts.ts';

const fox = makeProduct({ _id: '1'.repeat(24), title: 'Fox nap' });
const moon = makeProduct({ _id: '2'.repeat(24), title: 'Moon phases' });
const fern = makeProduct({ _id: '3'.repeat(24), title: 'Fern garden' });
const products = [fox, moon, fern];

const sheet = page.getByRole('dialog', { name: 'Changes' });
const tryNow = sheet.getByRole('button', { name: 'Try now' });
const form = page.getByRole('dialog', { name: 'Request a Custom Design' });

/** What the sheet lists under this title. */
function listed(title: 'Waiting' | 'Failed' | 'Done'): string[] {
  const sections = [...document.querySelectorAll('[role="dialog"] section')];
  const section = sections.find((each) => each.querySelector('h3')?.textContent === title);
  return [...(section?.querySelectorAll('li') ?? [])].map((item) => item.textContent);
}

/** The button of the sheet's change with this text. */
const buttonOf = (text: string, name: string) =>
  sheet.getByRole('listitem').filter({ hasText: text }).getByRole('button', { name });
const matching = (...texts: string[]) => texts.map((text) => expect.stringContaining(text));

/** A handler that refuses a call with this code, and says so. */
function refuse(code: ProblemCode): () => never {
  return () => {
    throw new Refusal(code, { message: `Refused: ${code}` });
  };
}

async function openSheet(chip: RegExp): Promise<void> {
  await page.getByRole('button', { name: chip }).click();
  await expect.element(sheet).toBeVisible();
}

/** Puts a proxy before the shop that answers adds to the cart itself; the returned function removes it. */
function blockAdds(): () => void {
  const shopFetch = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (new URL(request.url).pathname !== callPath('cartAdd')) return shopFetch(request);
    const headers = { 'Content-Type': 'text/html' };
    return new Response('<h1>Not here</h1>', { status: 403, headers });
  };
  return () => {
    globalThis.fetch = shopFetch;
  };
}

type OpenShop = Awaited<ReturnType<typeof openShop>>;

/** @param says the final text of the toast: a refusal replaces "Item added to cart" at once. */
async function addFromPage(
  shop: OpenShop,
  { _id }: typeof fox,
  says = 'Item added to cart',
): Promise<void> {
  await shop.goto(productPath(_id));
  removeToasts();
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect.element(toastOf(says)).toBeVisible();
}

test('refused changes are retried or undone', async () => {
  const shop = await openShop({ path: paths.shop.path, products, user: newUser() });
  shop.handlers.cartAdd = refuse('NOT_FOUND');
  await addFromPage(shop, fox, 'Refused: NOT_FOUND');
  await addFromPage(shop, moon, 'Refused: NOT_FOUND');
  await openSheet(/^2 changes failed/);
  const refusal = 'Refused: NOT_FOUND';
  await expect.poll(() => listed('Failed')).toEqual(matching(refusal, refusal));

  await buttonOf(moon.title, 'Dismiss').click();
  await expect.poll(() => listed('Failed')).toEqual(matching(fox.title));
  delete shop.handlers.cartAdd;
  await buttonOf(fox.title, 'Try again').click();
  await expect.poll(() => listed('Failed')).toEqual([]);
  await expect.poll(() => listed('Done')).toEqual(matching(fox.title));
  expect([...shop.cart]).toEqual([fox._id]);
});

test('a failed removal leaves the design there', async () => {
  const cart = [fox._id];
  const shop = await openShop({ path: paths.cart.path, products, cart, user: newUser() });
  shop.handlers.cartRemove = refuse('NOT_FOUND');
  await page.getByRole('button', { name: `Remove ${fox.title}` }).click();
  await openSheet(/^1 change failed/);
  await buttonOf(fox.title, 'Dismiss').click();
  await expect.poll(() => listed('Failed')).toEqual([]);
  await userEvent.keyboard('{Escape}');
  const lines = page.getByRole('list', { name: 'Designs in your cart' }).getByRole('listitem');
  await expect.element(lines).toMatchTextContent(fox.title);
  expect([...shop.cart]).toEqual(cart);
});

test('a change is reported as blocked after the third time, and sent once it gets through', async () => {
  const shop = await openShop({ path: paths.shop.path, products, user: newUser() });
  const unblock = blockAdds();
  await addFromPage(shop, moon);
  await addFromPage(shop, fern);
  await openSheet(/2 changes waiting/);
  const blocked =
    'Something between this device and the shop is blocking the connection (status 403). Your 2 changes are saved and will be sent.';
  // It has been attempted at least twice by then: with each add.
  await tryNow.click();
  await expect.element(sheet).toMatchTextContent(blocked);
  expect(listed('Waiting')).toHaveLength(2);
  await userEvent.keyboard('{Escape}');
  await openSheet(/^Blocked · 2 changes waiting/);

  unblock();
  await tryNow.click();
  await expect.poll(() => listed('Done')).toEqual(matching(fern.title, moon.title));
  await expect.element(sheet).not.toMatchTextContent('is blocking the connection');
  expect([...shop.cart]).toEqual([moon._id, fern._id]);
});

test('says so when a refused change that is tried again can’t be stored', async () => {
  const shop = await openShop({ path: paths.shop.path, products, user: newUser() });
  shop.handlers.cartAdd = refuse('NOT_FOUND');
  await addFromPage(shop, fox, 'Refused: NOT_FOUND');
  await openSheet(/^1 change failed/);
  const { put } = IDBObjectStore.prototype;
  onTestFinished(() => {
    IDBObjectStore.prototype.put = put;
  });
  IDBObjectStore.prototype.put = () => {
    throw new DOMException('The database is broken', 'DataError');
  };

  await buttonOf(fox.title, 'Try again').click();

  await expect
    .element(toastOf('This couldn’t be stored on this device. Please try again.'))
    .toBeVisible();
  expect(listed('Failed')).toHaveLength(1);
});

/** One red pixel. */
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC';

/** Sends a custom request, which the device keeps. */
async function askForCustom(shop: OpenShop, description: string): Promise<void> {
  await shop.goto(customRequestPath);
  removeToasts();
  await form.getByLabelText('Name').fill('Hazel Button');
  await form.getByLabelText('Email').fill('hazel@shop.example');
  await form.getByLabelText('Design type').selectOptions('Exclusive');
  await form.getByLabelText('Description').fill(description);
  const bytes = Uint8Array.from(atob(pixel), (letter) => letter.charCodeAt(0));
  await form
    .getByLabelText('Reference images')
    .upload(new File([bytes], '0.png', { type: 'image/png' }));
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect.element(notifications.getByText(messages.custom.queued)).toBeVisible();
}

test('a refused custom request is sent again, or discarded for good', async () => {
  const shop = await openShop({ path: paths.home.path, products, user: newUser() });
  shop.handlers.customRequest = lose;
  await askForCustom(shop, 'Owls at a wedding');
  await askForCustom(shop, 'Newts on a picnic');
  await openSheet(/2 changes waiting/);
  shop.handlers.customRequest = refuse('CUSTOMS_CLOSED');
  await tryNow.click();
  const [owls, newts] = ['Owls at a wedding', 'Newts on a picnic'];
  await expect.poll(() => listed('Failed')).toEqual(matching(owls, newts));

  await buttonOf(owls, 'Delete').click();
  await expect.poll(() => listed('Failed')).toEqual(matching(newts));
  const received: string[] = [];
  shop.handlers.customRequest = ({ body }) => {
    received.push(body.description);
    return { data: { _id: 'a'.repeat(24), createdAt: '2026-01-01T00:00:00.000Z' } };
  };
  await buttonOf(newts, 'Try again').click();
  await expect.poll(() => listed('Failed')).toEqual([]);
  await expect.poll(() => listed('Done')).toEqual(matching(newts));
  expect(received).toEqual([newts]);
  await shop.reload();
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.element(page.getByRole('button', { name: /failed|waiting/ })).toHaveLength(0);
});

test('a refused custom request is opened again', async () => {
  const shop = await openShop({ path: paths.home.path, products, user: newUser() });
  shop.handlers.customRequest = lose;
  await askForCustom(shop, 'Foxes in a wood');
  await openSheet(/1 change waiting/);
  await expect
    .poll(() => listed('Waiting'))
    .toEqual([expect.stringMatching(/1 picture: .*Foxes in a wood/)]);

  shop.handlers.customRequest = refuse('CUSTOMS_CLOSED');
  await tryNow.click();
  await expect.poll(() => listed('Failed')).toEqual(matching('Refused: CUSTOMS_CLOSED'));
  await sheet.getByRole('link', { name: 'Open' }).click();
  await expect.element(form.getByLabelText('Description')).toHaveValue('Foxes in a wood');
});
