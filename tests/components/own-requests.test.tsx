import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  orderPath,
  ownRequestPath,
  requestLinkPath,
  requestPicturePath,
} from '#contract/shop/own-paths.ts';
import { linkMessages, type OwnRequest } from '#contract/shop/own-request.ts';
import { customRequestPath, paths } from '#contract/shop/paths.ts';
import { factOf } from '#tests/support/fact-of.ts';
import { makeOwnQuote, makeOwnRequest } from '#tests/support/make-own-request.ts';
import { newUser, openShop, resize, shownUrl, toastOf } from '#tests/support/open-shop.tsx';
import { lose, Refusal, type ShopAtFetch } from '#tests/support/shop-at-fetch.ts';
import { faults } from '#tests/support/sound-screen.ts';

const main = page.getByRole('main');
const heading = page.getByRole('heading', { level: 1 });
const withdraw = page.getByRole('button', { name: 'Withdraw this request' });
const question = page.getByRole('dialog', { name: 'Withdraw this request?' });
const soon = (days: number) => new Date(Date.now() + (days - 0.5) * 86_400_000).toISOString();

/** Opens a page of the account area of somebody with these requests. */
function openRequests(
  path: string,
  requests: readonly OwnRequest[],
  prepare: (shop: ShopAtFetch) => void = () => {},
) {
  return openShop({
    path,
    user: newUser({ status: 'pending', approved: false }),
    prepare(shop) {
      shop.handlers.ownRequests = () => ({ requests: [...requests] });
      prepare(shop);
    },
  });
}

test('lists the account’s requests with their state in words and the days left, and opens one', async () => {
  const drawn = makeOwnRequest({
    _id: 'a'.repeat(24),
    state: 'drawing',
    description: 'Owls',
    dueAt: soon(3),
  });
  const quoted = makeOwnRequest({
    state: 'quoted',
    quote: makeOwnQuote({ validUntil: soon(1) }),
  });
  await openRequests(paths.myRequests.path, [drawn, quoted]);

  await expect.element(heading).toHaveTextContent('Custom requests');
  const cards = main.getByRole('listitem').filter({ has: page.getByRole('heading') });
  await expect.element(cards.first()).toMatchTextContent('Being drawn');
  await expect.element(cards.first()).toMatchTextContent('3 days left');
  await expect.element(cards.last()).toMatchTextContent('Quoted');
  await expect.element(cards.last()).toMatchTextContent('1 day left');
  for (const width of [360, 1440]) {
    await resize(width, 900);
    expect(await faults()).toEqual([]);
  }

  await page.getByRole('link', { name: 'Owls' }).click();
  await expect.element(heading).toHaveTextContent('Owls');
  expect(shownUrl()).toBe(ownRequestPath(drawn._id));
});

test('says where to begin if there is no request yet', async () => {
  await openRequests(paths.myRequests.path, []);

  const begin = main.getByRole('link', { name: 'Request a custom' });
  await expect.element(begin).toHaveAttribute('href', customRequestPath);
});

test('shows what was written, what happened and the quote, also without the shop', async () => {
  const request = makeOwnRequest({
    state: 'quoted',
    quote: makeOwnQuote({ price: 120.5, deposit: 40.25 }),
    moves: [
      {
        toState: 'quoted',
        mover: 'studio',
        note: 'I would love to draw these.',
        movedAt: '2026-03-02T12:00:00.000Z',
      },
    ],
  });
  const shop = await openRequests(ownRequestPath(request._id), [request]);
  await expect.element(heading).toHaveTextContent('Foxes in a wood.');
  for (const isReachable of [true, false]) {
    shop.setReachable(isReachable);
    await shop.reload();
    const quote = page.getByRole('region', { name: 'Quote' });
    await expect.element(quote).toMatchTextContent('PNG at 350 DPI.');
    expect(factOf(quote, 'Price')).toBe('$120.50');
    expect(factOf(quote, 'Deposit')).toBe('$40.25');
    expect(factOf(quote, 'Rest, before you get the files')).toBe('$80.25');
    const history = page.getByRole('region', { name: 'What happened' });
    await expect
      .element(history.getByRole('listitem').last())
      .toMatchTextContent('Quoted by the studio');
    await expect.element(history).toMatchTextContent('I would love to draw these.');
    const letter = page.getByRole('region', { name: 'Your request' });
    await expect.element(letter).toMatchTextContent('With lanterns, please.');
    expect(factOf(letter, 'Email')).toBe(request.email);
  }
  // The last page may have joined the request of the one before.
  await shop.reload();
  await expect.element(page.getByText(/^Saved /)).toBeVisible();
  for (const width of [360, 1440]) {
    await resize(width, 900);
    expect(await faults()).toEqual([]);
  }
});

test('leads to the orders that paid for it', async () => {
  const orders = [
    { _id: 'b'.repeat(24), part: 'deposit' as const },
    { _id: 'c'.repeat(24), part: 'rest' as const },
  ];
  const request = makeOwnRequest({ state: 'drawing', orders });
  await openRequests(ownRequestPath(request._id), [request]);
  const part = page.getByRole('region', { name: 'Orders' });
  for (const [name, at] of [
    ['Deposit', 0],
    ['Rest of the price', 1],
  ] as const) {
    const link = part.getByRole('link', { name });
    await expect.element(link).toHaveAttribute('href', orderPath(orders[at]?._id ?? ''));
  }
});

test('shows the pictures that were sent, also without the shop', async () => {
  const pictureId = 'b'.repeat(24);
  const request = makeOwnRequest({ pictures: [{ _id: pictureId, width: 8, height: 8 }] });
  const shop = await openRequests(ownRequestPath(request._id), [request]);
  const asked: string[] = [];
  const shopFetch = globalThis.fetch;
  const canvas = new OffscreenCanvas(8, 8);
  canvas.getContext('2d');
  const blob = await canvas.convertToBlob();
  globalThis.fetch = async (input, init) => {
    if (input !== requestPicturePath(pictureId)) return shopFetch(input, init);
    asked.push(new Headers(init?.headers).get('Authorization') ?? '');
    return new Response(blob);
  };
  await shop.reload();
  const picture = page.getByRole('button', { name: 'Enlarge Picture 1' });
  const loaded = async () => {
    await expect.element(picture).toBeVisible();
    await expect.poll(() => picture.element().querySelector('img')?.naturalWidth).toBe(8);
  };
  await loaded();
  shop.setReachable(false);
  await shop.reload();
  await loaded();
  expect(asked).toEqual(['Bearer a token']);

  await picture.click();
  await expect.element(page.getByRole('img', { name: 'Picture 1 that you sent' })).toBeVisible();
});

test('withdraws a request after a question', async () => {
  let request = makeOwnRequest();
  await openRequests(ownRequestPath(request._id), [], ({ handlers }) => {
    handlers.ownRequests = () => ({ requests: [request] });
    handlers.withdrawRequest = () => {
      request = { ...request, state: 'withdrawn' };
      return request;
    };
  });
  await withdraw.click();
  await question.getByRole('button', { name: 'Keep it' }).click();
  await expect.element(question).toHaveLength(0);
  expect(request.state).toBe('received');

  await withdraw.click();
  await question.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await expect.element(main).toMatchTextContent('You withdrew this request.');
  await expect.element(withdraw).toHaveLength(0);
});

test('says where a request is if it moved on before it was withdrawn', async () => {
  let request = makeOwnRequest();
  await openRequests(ownRequestPath(request._id), [], ({ handlers }) => {
    handlers.ownRequests = () => ({ requests: [request] });
    handlers.withdrawRequest = () => {
      request = { ...request, state: 'declined' };
      throw new Refusal('CONFLICT', { message: 'Its state is “Declined”.' });
    };
  });
  await withdraw.click();
  await question.getByRole('button', { name: 'Withdraw', exact: true }).click();

  await expect.element(toastOf('Its state is “Declined”.')).toBeVisible();
  await expect.element(main).toMatchTextContent('The studio can’t take this one.');
  await expect.element(withdraw).toHaveLength(0);
});

test('says so if a request isn’t in the account, or nothing is saved and the shop is out of reach', async () => {
  const shop = await openRequests(ownRequestPath('e'.repeat(24)), [makeOwnRequest()]);
  await expect.element(heading).toHaveTextContent('This request isn’t in your account');

  await shop.goto(ownRequestPath('f'.repeat(24)));
  await expect.element(heading).toHaveTextContent('Foxes in a wood.');
});

test('says what to do if nothing is saved and the shop is out of reach', async () => {
  await openRequests(paths.myRequests.path, [], ({ handlers }) => {
    handlers.ownRequests = lose;
  });

  await expect
    .element(page.getByRole('heading', { name: 'Not saved on this device yet' }))
    .toBeVisible();
  await expect.element(main.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('a visitor sees a request by the link in its mail, and can withdraw it', async () => {
  const token = 't'.repeat(43);
  let request = makeOwnRequest();
  const shop = await openShop({
    path: requestLinkPath(token),
    prepare({ handlers }) {
      handlers.linkedRequest = ({ body }) => {
        if (body.token !== token) throw new Refusal('NOT_FOUND');
        return request;
      };
      handlers.withdrawLinked = () => {
        request = { ...request, state: 'withdrawn' };
        return request;
      };
    },
  });
  await expect.element(heading).toHaveTextContent('Foxes in a wood.');
  // Where it is neither logged nor sent on.
  expect(location.hash).toContain(token);
  expect(shop.sent.map(({ query }) => JSON.stringify(query)).join()).not.toContain(token);
  await withdraw.click();
  await question.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await expect.element(main).toMatchTextContent('You withdrew this request.');

  await shop.goto(requestLinkPath('x'.repeat(43)));
  await expect.element(main).toMatchTextContent(linkMessages.ended);
  const asked = shop.bodiesOf('linkedRequest').length;
  await shop.goto(requestLinkPath('x'));
  await expect.element(main).toMatchTextContent(linkMessages.ended);
  expect(shop.bodiesOf('linkedRequest')).toHaveLength(asked);
});

test('the link leads to the account’s own page if the request is the account’s', async () => {
  const request = makeOwnRequest();
  await openRequests(requestLinkPath('t'.repeat(43)), [request], ({ handlers }) => {
    handlers.claimRequest = () => request;
  });

  await expect.poll(shownUrl).toBe(ownRequestPath(request._id));
  await expect.element(heading).toHaveTextContent('Foxes in a wood.');
});

test('who signs in to pay on the link’s page gets the request into the account', async () => {
  const token = 't'.repeat(43);
  const user = newUser({ status: 'pending', approved: false });
  const request = makeOwnRequest({
    state: 'quoted',
    quote: makeOwnQuote(),
    due: { part: 'whole', amount: 120 },
  });
  let owned: OwnRequest[] = [];
  const shop = await openShop({
    path: requestLinkPath(token),
    prepare({ account, handlers }) {
      account.user = user;
      handlers.linkedRequest = () => request;
      handlers.ownRequests = () => ({ requests: owned });
      handlers.claimRequest = () => {
        owned = [request];
        return request;
      };
    },
  });
  await main.getByRole('link', { name: 'Sign in to pay' }).click();
  await expect.element(main).toMatchTextContent('Sign in to go on with your custom request.');
  await expect.element(main.getByLabelText('Email')).toHaveValue(request.email);
  await main.getByLabelText('Email').fill(user.email);
  await main.getByLabelText('Password', { exact: true }).fill('paper-pinwheel-42');
  await main.getByRole('button', { name: 'Sign in' }).click();

  await expect.poll(shownUrl).toBe(ownRequestPath(request._id));
  await expect.element(heading).toHaveTextContent('Foxes in a wood.');
  expect(shop.bodiesOf('claimRequest')).toEqual([{ token }]);
});
