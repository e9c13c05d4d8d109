import { beforeAll, expect, test } from 'vitest';
import { type CallName, callPath, calls } from '#contract/shop/calls.ts';
import type { Call } from '#contract/wire/call.ts';
import { canaries, canary, foundCanaries, withMore } from '#tests/support/canaries.ts';
import {
  type Buyer,
  openShopWorld,
  type ShopWorld,
  sendShop,
  tokenFor,
} from '#tests/support/shop-world.ts';

/**
 * Sends every valid body of the shop's calls with the name of each database column added to each of its
 * objects: the call has the same effect, and none of the extra is stored.
 */

const callOf = (name: CallName): Call => calls[name];

let world: ShopWorld;
let buyer: Buyer;
let more: Readonly<Record<string, string>>;

beforeAll(async () => {
  world = await openShopWorld();
  more = await canaries(world.services);
  buyer = await world.addBuyer('approved', await world.addDesign());
});

async function sendWithMore(name: CallName): Promise<Response> {
  const { params, body = {} } = (await world.right[name]?.(buyer, buyer)) ?? {};
  const headers = { Authorization: `Bearer ${tokenFor(name, buyer)}` };
  const { method, bodyType } = callOf(name);
  if (bodyType === 'multipart') {
    // A form with many parts is refused for that alone.
    const some = ['id', 'accountId', 'status', 'closedAt'].map((key) => [key, canary]);
    const form = { ...(params && { params }), body: { ...Object.fromEntries(some), ...body } };
    return sendShop(world.app, name, form, headers);
  }
  return world.app.request(callPath(name, params), {
    method,
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: withMore(body, more),
  });
}

test('extra fields change nothing and are not stored', async () => {
  const names = (Object.keys(world.right) as CallName[]).filter((name) => callOf(name).body);
  const outcomes: Record<string, string> = {};

  for (const name of names) {
    const response = await sendWithMore(name);
    const text = await response.text();
    outcomes[name] = response.ok ? 'done' : `${response.status} ${text}`;
    expect([name, text.includes(canary)]).toEqual([name, false]);
  }

  expect(outcomes).toEqual(Object.fromEntries(names.map((name) => [name, 'done'])));
  expect(await foundCanaries(world.services)).toEqual([]);
});
