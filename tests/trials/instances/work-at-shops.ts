import { setTimeout as pause } from 'node:timers/promises';
import type { Hono } from 'hono';
import { callPath } from '#contract/shop/calls.ts';
import { call, send } from '#tests/support/call.ts';
import { picture } from '#tests/support/pictures.ts';
import { signInOn, signUp } from '#tests/support/sign-up.ts';
import { registration } from '../trial-shop.ts';
import { approve, checkOutOnce, notePaid } from './buy.ts';
import { downloadBought } from './download-bought.ts';
import { backUp, changePrices, importFiles } from './work-in-background.ts';
import { guessCodes, raceForCoupons } from './work-of-crowds.ts';
import { changeDesigns, keepPicturesWaiting, refund, upload } from './work-of-staff.ts';
import {
  type Acknowledged,
  anyOf,
  newKey,
  nothingDone,
  slowMs,
  toTheEnd,
  type Workplace,
} from './workplace.ts';

const carters = 3;
const payers = 4;
const uploaders = 2;
/** How many buyers leave after they approved a payment. */
const leavingShare = 0.1;
/** From how many windows at once an order is captured, and one order in so many from very many. */
const windows = { few: 2, many: 50, ordersPerMany: 10 };

/** Does everything that buyers and staff do, at all shops at once, until it is over. */
export async function workAtShops(place: Workplace): Promise<Acknowledged> {
  const done = nothingDone();
  const each = (count: number, work: (place: Workplace, done: Acknowledged) => Promise<void>) =>
    Array.from({ length: count }, () => toTheEnd(done, () => work(place, done)));
  await Promise.all([
    ...each(carters, fillCart),
    ...each(payers, pay),
    ...each(1, register),
    ...each(1, request),
    ...each(1, signOut),
    ...each(uploaders, upload),
    ...each(1, changeDesigns),
    ...each(1, keepPicturesWaiting),
    ...each(1, refund),
    ...each(1, changePrices),
    ...each(1, importFiles),
    ...each(1, backUp),
    ...each(1, raceForCoupons),
    ...each(1, guessCodes),
  ]);
  return done;
}

export async function fillCart(
  { services, app, designs, isOver }: Pick<Workplace, 'services' | 'app' | 'designs' | 'isOver'>,
  done: Acknowledged,
): Promise<void> {
  const { token } = await signUp(services);
  const cart = new Set<string>();
  done.carts.set(token, cart);
  while (!isOver()) {
    const productId = anyOf(designs);
    const isIn = cart.has(productId);
    await call(app, isIn ? 'cartRemove' : 'cartAdd', { token, key: newKey(), body: { productId } });
    if (isIn) cart.delete(productId);
    else cart.add(productId);
    done.writes += 1;
  }
}

async function pay(place: Workplace, done: Acknowledged): Promise<void> {
  const { token: stranger } = await signUp(place.services);
  while (!place.isOver()) await payAsNewBuyer(place, done, stranger);
}

/**
 * Buys one design after another and downloads it, with coupons that others want to use for the last time too, until the
 * buyer leaves.
 */
async function payAsNewBuyer(
  place: Workplace,
  done: Acknowledged,
  stranger: string,
): Promise<void> {
  const { services, app, designs, coupons, isOver } = place;
  const { token, email } = await signUp(services);
  for (const productId of designs) {
    if (isOver()) return;
    await call(app, 'cartAdd', { token, key: newKey(), body: { productId } });
    const { answer: cart } = await call(app, 'cart', { token });
    // Buyers reach a coupon at about the same time.
    const code = coupons[Math.floor(done.paid.length / 2) % coupons.length] ?? '';
    await send(app, 'couponApply', { token, body: { code, cartId: cart._id } });
    const order = await checkOut(app, token, email);
    if (!order) continue;
    const { orderId, paypalOrderId } = order;
    await approve(place, paypalOrderId);
    if (Math.random() < leavingShare) {
      done.left.push(orderId);
      return;
    }
    // From several windows at once, so mostly at several shops.
    const isMany = done.manyCaptures * windows.ordersPerMany <= done.paid.length;
    if (isMany) done.manyCaptures += 1;
    const count = isMany ? windows.many : windows.few;
    const capture = () => call(app, 'capturePayment', { token, body: { orderId } });
    await Promise.all(Array.from({ length: count }, capture));
    // Before others learn of the order, and refund it.
    await downloadBought(place, done, { token, orderId, stranger });
    notePaid(done, orderId);
  }
}

/** Null if somebody else had the coupon's last use first both times; then the next design is bought without it. */
async function checkOut(app: Hono, token: string, email: string) {
  return (await checkOutOnce(app, token, email)) ?? (await checkOutOnce(app, token, email));
}

export async function register(
  { app, isOver }: Pick<Workplace, 'app' | 'isOver'>,
  done: Acknowledged,
): Promise<void> {
  for (let count = 0; !isOver(); count += 1) {
    const email = `trial-${count}@shop.example`;
    const response = await send(app, 'register', {
      body: registration(email) as never,
    });
    // A repeat is refused because the first one took effect.
    if (response.ok || response.status === 409) {
      done.emails.set(email, Date.now());
      done.writes += 1;
    } else done.faults.push(`sign-up: ${response.status} ${await response.text()}`);
    await pause(slowMs);
  }
}

export async function request(
  { app, isOver }: Pick<Workplace, 'app' | 'isOver'>,
  done: Acknowledged,
): Promise<void> {
  const image = new Uint8Array(await picture('png', { width: 40, height: 40 }));
  for (let count = 0; !isOver(); count += 1) {
    const description = `Foxes, number ${count}`;
    const form = new FormData();
    const texts = { name: 'Ada', email: 'ada@elsewhere.example', designType: 'Exclusive' };
    for (const [name, text] of Object.entries({ ...texts, description })) form.append(name, text);
    form.append('referenceImages', new File([image], 'fox.png', { type: 'image/png' }));
    const written = new Response(form);
    const response = await app.request(callPath('customRequest'), {
      method: 'POST',
      body: await written.arrayBuffer(),
      headers: {
        'Content-Type': written.headers.get('content-type') ?? '',
        'Idempotency-Key': newKey(),
      },
    });
    if (response.ok) {
      done.requests.push(description);
      done.writes += 1;
    } else done.faults.push(`custom request: ${response.status} ${await response.text()}`);
    await pause(slowMs);
  }
}

/** Signs out at one shop; from then on no other may accept the session. */
async function signOut(
  { services, app, shops, isOver }: Workplace,
  done: Acknowledged,
): Promise<void> {
  const { id } = await signUp(services);
  while (!isOver()) {
    const { token } = await services.database.write((tx) =>
      signInOn({ tx, now: services.clock() }, id),
    );
    const headers = { Authorization: `Bearer ${token}` };
    await send(app, 'logout', { token });
    done.signOuts += 1;
    done.writes += 1;
    for (const shop of shops) {
      const answer = await fetch(shop + callPath('me'), { headers }).catch(() => null);
      if (answer?.ok) done.faults.push('a session was accepted after its sign-out');
    }
    await pause(slowMs / 4);
  }
}
