import type { Hono } from 'hono';
import { beforeAll, expect, test } from 'vitest';
import { type CallName, callPath } from '#contract/shop/calls.ts';
import { createApp } from '#server/app.ts';
import { cartKind, listId } from '#server/lists/product-list.ts';
import { newId } from '#server/platform/database/new-id.ts';
import { queueMail } from '#server/platform/mail/queue-mail.ts';
import { addColleague } from '#tests/support/add-colleague.ts';
import { addOrder } from '#tests/support/add-order.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { signUp } from '#tests/support/sign-up.ts';

/** The calls that return an account's own data, and which of it each one shows. */
const shows: Partial<Record<CallName, readonly (keyof Marks)[]>> = {
  orders: ['order', 'bought', 'receipt'],
  cart: ['cart', 'inCart'],
  wishlist: ['saved'],
  ownRequests: ['email', 'name', 'request'],
  ownThreads: ['order', 'message'],
  ownReviews: ['review'],
  colleagues: ['colleague'],
  me: ['account', 'email', 'name', 'company'],
  myData: [
    ...(['account', 'email', 'name', 'company', 'order', 'bought', 'receipt'] as const),
    ...(['inCart', 'saved', 'request', 'mail', 'message', 'review', 'colleague'] as const),
  ],
};

/** Texts that mark what belongs to an account, each found nowhere else. */
interface Marks {
  readonly account: string;
  readonly email: string;
  readonly name: string;
  readonly company: string;
  readonly order: string;
  readonly bought: string;
  readonly receipt: string;
  readonly cart: string;
  readonly inCart: string;
  readonly saved: string;
  readonly request: string;
  readonly mail: string;
  readonly message: string;
  readonly review: string;
  readonly colleague: string;
}

interface Person {
  readonly token: string;
  readonly marks: Marks;
}

let services: TestServices;
let app: Hono;
let people: readonly Person[];

beforeAll(async () => {
  services = await makeServices({ limitFactor: 1000 });
  app = createApp(services);
  // One awaits approval, two may buy.
  people = [
    await newPerson('Hazel', 'pending'),
    await newPerson('Rowan', 'approved'),
    await newPerson('Linden', 'approved'),
  ];
});

async function newPerson(name: string, status: 'pending' | 'approved'): Promise<Person> {
  const email = `${name.toLowerCase()}@shop.example`;
  const { id, token } = await signUp(services, { email, status });
  const design = (title: string) => addProduct(services, { title: `${title} of ${name}` });
  const bought = await design('Bought');
  const order = await addOrder(services, { accountId: id, productIds: [bought] });
  const now = services.clock();
  const line = { accountId: id, addedAt: now.toISOString() };
  const inCart = { ...line, productId: await design('Carried') };
  const saved = { ...line, productId: await design('Saved') };
  await services.database.write(async (tx) => {
    const billing = (company: string) => JSON.stringify({ company, address: '', taxId: '' });
    await tx
      .updateTable('accounts')
      .set({ firstName: name, billing: billing(`Shop of ${name}`) })
      .where('id', '=', id)
      .execute();
    await tx
      .updateTable('orders')
      .set({ paidAt: now.toISOString(), receiptNumber: `R-${name}` })
      .where('id', '=', order.id)
      .execute();
    const receipt = { orderId: order.id, version: 1, createdAt: now.toISOString() };
    await tx
      .insertInto('receiptVersions')
      .values({ ...receipt, billing: billing(`Receipt of ${name}`) })
      .execute();
    await tx.insertInto('cartLines').values(inCart).execute();
    await tx.insertInto('wishlistLines').values(saved).execute();
    await tx
      .insertInto('customRequests')
      .values({
        id: newId(now),
        accountId: id,
        name,
        email,
        designType: 'Exclusive',
        description: `Wish of ${name}`,
        createdAt: now.toISOString(),
      })
      .execute();
    const at = now.toISOString();
    const thread = { id: order.id, orderId: order.id, accountId: id, name, email: '', title: name };
    await tx
      .insertInto('threads')
      .values({ ...thread, kind: 'order', lastAt: at })
      .execute();
    const message = { id: newId(now), threadId: order.id, text: `Message of ${name}` };
    await tx
      .insertInto('threadMessages')
      .values({ ...message, createdAt: at })
      .execute();
    const review = {
      accountId: id,
      productId: bought,
      stars: 5,
      text: `Review of ${name}`,
      shownName: name,
    };
    await tx
      .insertInto('reviews')
      .values({ ...review, id: newId(now), state: 'waiting', writtenAt: at })
      .execute();
    const letter = { subject: `Letter to ${name}`, text: '', html: '' };
    await queueMail({ tx, now }, { recipient: email, accountId: id, ...letter });
  });
  const colleague = await addColleague(services, id);
  return {
    token,
    marks: {
      account: id,
      email,
      name,
      company: `Shop of ${name}`,
      order: order.id,
      bought,
      receipt: `Receipt of ${name}`,
      cart: listId(cartKind, id),
      inCart: inCart.productId,
      saved: saved.productId,
      request: `Wish of ${name}`,
      mail: `Letter to ${name}`,
      message: `Message of ${name}`,
      review: `Review of ${name}`,
      colleague: colleague.email,
    },
  };
}

/** What a call answers a person who also names somebody else's data, in every possible way. */
async function answers(name: CallName, { token }: Person, wanted: Marks): Promise<string[]> {
  const about = {
    accountId: wanted.account,
    userId: wanted.account,
    _id: wanted.account,
    id: wanted.account,
    email: wanted.email,
    cartId: wanted.cart,
    orderId: wanted.order,
  };
  const headers = {
    Authorization: `Bearer ${token}`,
    'X-User-Id': wanted.account,
    'X-Account-Id': wanted.account,
    'X-Forwarded-User': wanted.email,
    Cookie: `accountId=${wanted.account}`,
  };
  const paths = [callPath(name), `${callPath(name)}?${new URLSearchParams(about)}`];
  return Promise.all(
    paths.map(async (path) => {
      const response = await app.request(path, { headers });
      expect(response.headers.get('cache-control'), name).toBe('no-store');
      return response.text();
    }),
  );
}

test.each(Object.keys(shows) as CallName[])(
  '%s returns everything of one account, and nothing of another',
  async (name) => {
    for (const person of people) {
      for (const other of people) {
        if (other === person) continue;
        for (const answer of await answers(name, person, other.marks)) {
          const own = (shows[name] ?? []).filter((mark) => !answer.includes(person.marks[mark]));
          const foreign = Object.values(other.marks).filter((mark) => answer.includes(mark));
          expect({ name, missing: own, foreign }).toEqual({ name, missing: [], foreign: [] });
        }
      }
    }
  },
);
