import { afterAll, beforeAll, expect, test } from 'vitest';
import { callPath } from '#contract/calls.ts';
import { practiceAccounts, practicePassword } from '#contract/practice-accounts.ts';
import { storageMessages } from '#contract/storage.ts';
import { canMountDisk, runOnSmallDisk, type ShopOnSmallDisk } from '#tests/support/small-disk.ts';
import { drawnStudio } from '#tests/support/test-studio.ts';

/** Writes that the log of the database may still have room for on a full disk. */
const mostWrites = 3000;
const canFill = canMountDisk();
let disk: ShopOnSmallDisk;

beforeAll(async () => {
  if (!canFill) return;
  disk = await runOnSmallDisk(await drawnStudio(), '96m', ['--api-only']);
}, 300_000);

afterAll(async () => {
  await disk?.shop.end();
});

async function ask(path: string, init: RequestInit & { token?: string } = {}) {
  const { token, ...rest } = init;
  const response = await fetch(`${disk.shop.url}${path}`, {
    ...rest,
    headers: {
      'Content-Type': 'application/json',
      ...(token && { Authorization: `Bearer ${token}` }),
    },
  });
  return { status: response.status, body: await response.json() };
}

test.skipIf(!canFill)(
  'a full disk refuses writes in plain words and lets reading go on, until there is room again',
  { timeout: 60_000 },
  async () => {
    const [{ email }] = practiceAccounts;
    const { body: session } = await ask(callPath('login'), {
      method: 'POST',
      body: JSON.stringify({ email, password: practicePassword }),
    });
    const { body: list } = await ask(callPath('products'));
    const body = JSON.stringify({ productId: list.products[0]._id });
    const change = (name: 'cartAdd' | 'cartRemove') =>
      ask(callPath(name), { method: 'POST', token: session.token, body });
    const turn = () => change(isInCart ? 'cartRemove' : 'cartAdd');
    let isInCart = false;
    let answer = await turn();
    expect(answer.status).toBe(200);
    isInCart = true;

    disk.fill();
    for (let count = 0; answer.status === 200 && count < mostWrites; count += 1) {
      answer = await turn();
      if (answer.status === 200) isInCart = !isInCart;
    }

    expect(answer).toEqual({
      status: 507,
      body: { code: 'STORAGE_FULL', message: storageMessages.full },
    });
    const cart = await ask(callPath('cart'), { token: session.token });
    expect([cart.status, cart.body.items.length]).toEqual([200, isInCart ? 1 : 0]);
    expect((await ask(callPath('products'))).status).toBe(200);
    expect(await ask(callPath('health'))).toMatchObject({
      status: 200,
      body: { status: 'ok', storage: { isLow: true, isFull: true } },
    });

    disk.free();
    expect((await turn()).status).toBe(200);
    const later = await ask(callPath('cart'), { token: session.token });
    expect(later.body.items.length).toBe(isInCart ? 0 : 1);
  },
);
