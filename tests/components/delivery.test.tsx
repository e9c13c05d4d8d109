import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { deliveryMessages } from '#contract/shop/delivery.ts';
import { deliveredPicturePath, ownRequestPath, requestLinkPath } from '#contract/shop/own-paths.ts';
import type { OwnRequest } from '#contract/shop/own-request.ts';
import { makeOwnQuote, makeOwnRequest } from '#tests/support/make-own-request.ts';
import { newUser, openShop, resize, toastOf } from '#tests/support/open-shop.tsx';
import { lose, Refusal } from '#tests/support/shop-at-fetch.ts';
import { faults } from '#tests/support/sound-screen.ts';

const pictureId = 'b'.repeat(24);
const main = page.getByRole('main');

const changes = page.getByRole('region', { name: 'Ask for changes' });
const heading = page.getByRole('heading', { level: 1 });

/** A request that was delivered, with a picture of 400 × 300. */
function makeDelivered(part: Partial<OwnRequest> = {}): OwnRequest {
  return makeOwnRequest({
    state: 'delivered',
    quote: makeOwnQuote(),
    delivery: {
      number: 1,
      pictures: [{ _id: pictureId, width: 400, height: 300 }],
      roundsLeft: 2,
    },
    ...part,
  });
}

/** Opens its page. */
async function openDelivered(part: Partial<OwnRequest> = {}) {
  const request = makeDelivered(part);
  const shop = await openShop({
    path: ownRequestPath(request._id),
    user: newUser({}),
    prepare({ handlers }) {
      handlers.ownRequests = () => ({ requests: [request] });
    },
  });
  const canvas = new OffscreenCanvas(400, 300);
  canvas.getContext('2d');
  const preview = await canvas.convertToBlob();
  const shopFetch = globalThis.fetch;
  globalThis.fetch = async (input, init) =>
    input === deliveredPicturePath(pictureId) ? new Response(preview) : shopFetch(input, init);
  await shop.reload();
  await expect.element(heading).toBeVisible();
  const picture = page.getByRole('img', { name: 'Your design, 1' });
  await expect.element(picture).toBeVisible();
  return { shop, request, picture };
}

const markName = (number: number, left: number, top: number) =>
  `Mark ${number}, ${left}% from the left, ${top}% from the top. Arrow keys move it.`;

test('a design that the studio changed after its delivery isn’t offered for acceptance', async () => {
  await openDelivered({
    delivery: {
      number: 1,
      pictures: [{ _id: pictureId, width: 400, height: 300 }],
      isChanged: true,
      roundsLeft: 2,
    },
  });
  await expect.element(main.getByText(deliveryMessages.changed)).toBeVisible();
  await expect.element(main.getByRole('button', { name: 'Accept' })).toHaveLength(0);
  await expect.element(main.getByRole('button', { name: 'Ask for changes' })).toBeVisible();
});

async function expectSound(): Promise<void> {
  for (const width of [360, 1440]) {
    await resize(width, 900);
    expect(await faults()).toEqual([]);
  }
}

test('a delivery says when it counts as accepted, until then', async () => {
  const { shop, request } = await openDelivered({ countsAsAcceptedAt: '2099-01-01T12:00:00.000Z' });
  await expect.element(main).toMatchTextContent('Counts as accepted on January 1, 2099');
  const past = { ...request, countsAsAcceptedAt: '2020-01-01T12:00:00.000Z' };
  shop.handlers.ownRequests = () => ({ requests: [past] });
  await shop.reload();
  await expect.element(main).toMatchTextContent('Your design is ready to look at.');
  await expect.element(main).not.toMatchTextContent('Counts as accepted');
});

test('marks are placed by a press and by keyboard, and sent with their comments', async () => {
  const { shop, request, picture } = await openDelivered();
  await expect.element(main).toMatchTextContent('2 more rounds');
  await expectSound();
  await main.getByRole('button', { name: 'Ask for changes' }).click();
  await picture.click();
  await changes.getByRole('button', { name: 'Add a mark' }).click();
  const second = changes.getByRole('button', { name: markName(2, 50, 40) });
  second.element().focus();
  await userEvent.keyboard('{ArrowRight}{ArrowDown}');
  await expect.element(changes.getByRole('button', { name: markName(2, 52, 42) })).toBeVisible();

  const send = changes.getByRole('button', { name: 'Send changes' });
  await changes.getByLabelText('Mark 1').fill('A redder fox.');
  await send.click();
  await expect.element(changes.getByRole('alert')).toHaveTextContent(deliveryMessages.mark);
  await changes.getByLabelText('Mark 2').fill('No owl.');
  await changes.getByLabelText('About the whole design').fill('Almost there.');
  await expectSound();
  shop.handlers.wantChanges = () => Object.assign(request, { state: 'changes_wanted' });
  await send.click();
  await expect.element(main).toMatchTextContent('Changes wanted');
  await expect.element(changes).not.toBeInTheDocument();

  expect(shop.bodiesOf('wantChanges')).toEqual([
    {
      delivery: 1,
      note: 'Almost there.',
      marks: [
        { pictureId, x: expect.closeTo(0.5, 1), y: expect.closeTo(0.5, 1), text: 'A redder fox.' },
        { pictureId, x: expect.closeTo(0.52), y: expect.closeTo(0.42), text: 'No owl.' },
      ],
    },
  ]);
});

test('by keyboard, adding and removing marks moves the focus and is told', async () => {
  await openDelivered();
  await main.getByRole('button', { name: 'Ask for changes' }).click();
  const told = changes.getByRole('status');
  const addMark = changes.getByRole('button', { name: 'Add a mark' });
  const first = changes.getByLabelText('Mark 1', { exact: true });
  await addMark.click();
  await expect.element(first).toHaveFocus();
  await expect.element(told).toHaveTextContent('Mark 1 added.');
  await addMark.click();
  const second = changes.getByRole('button', { name: markName(2, 50, 40) });
  second.element().focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(told).toHaveTextContent('Mark 2: 52% from the left, 40% from the top.');

  await changes.getByRole('button', { name: 'Send changes' }).click();
  await expect.element(first).toHaveFocus();
  await expect.element(first).toHaveAttribute('aria-invalid', 'true');

  changes.getByRole('button', { name: 'Remove mark 2' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(changes.getByRole('button', { name: 'Remove mark 1' })).toHaveFocus();
  await expect.element(told).toHaveTextContent('Mark 2 removed.');
});

test('a press on the very edge is a mark on the edge', async () => {
  const { shop, picture } = await openDelivered();
  await main.getByRole('button', { name: 'Ask for changes' }).click();
  const { left, top } = picture.element().getBoundingClientRect();
  const edge = { bubbles: true, clientX: left - 0.5, clientY: top - 0.5 };
  picture.element().dispatchEvent(new MouseEvent('click', edge));
  await changes.getByLabelText('Mark 1', { exact: true }).fill('A redder fox.');
  await changes.getByRole('button', { name: 'Send changes' }).click();
  const marks = [{ pictureId, x: 0, y: 0, text: 'A redder fox.' }];
  await expect.poll(() => shop.bodiesOf('wantChanges')).toEqual([{ delivery: 1, note: '', marks }]);
});

test('what was written stays if it couldn’t be sent', async () => {
  const { shop } = await openDelivered();
  await main.getByRole('button', { name: 'Ask for changes' }).click();
  await changes.getByLabelText('About the whole design').fill('Almost there.');
  shop.setReachable(false);
  await changes.getByRole('button', { name: 'Send changes' }).click();
  await expect.poll(() => shop.bodiesOf('wantChanges').length).toBe(0);
  await expect.element(changes.getByRole('button', { name: 'Send changes' })).toBeVisible();
  await expect
    .element(changes.getByLabelText('About the whole design'))
    .toHaveValue('Almost there.');
});

test('what was written stays over Back and a reload, until it is sent', async () => {
  const { shop, request, picture } = await openDelivered();
  const ask = main.getByRole('button', { name: 'Ask for changes' });
  const whole = changes.getByLabelText('About the whole design');
  await ask.click();
  await picture.click();
  await changes.getByLabelText('Mark 1').fill('A redder fox.');
  await whole.fill('Almost there.');
  await changes.getByRole('button', { name: 'Back' }).click();
  await ask.click();
  await expect.element(whole).toHaveValue('Almost there.');
  await shop.reload();
  await expect.element(changes.getByLabelText('Mark 1')).toHaveValue('A redder fox.');
  await expect.element(whole).toHaveValue('Almost there.');

  shop.handlers.wantChanges = () => Object.assign(request, { state: 'changes_wanted' });
  await changes.getByRole('button', { name: 'Send changes' }).click();
  await expect.element(main).toMatchTextContent('Changes wanted');
  Object.assign(request, { state: 'delivered' });
  await shop.reload();
  await ask.click();
  await expect.element(whole).toHaveValue('');
  await expect.element(changes.getByLabelText('Mark 1')).not.toBeInTheDocument();
});

test('changes whose answer was lost are called sent, and don’t come back with the next version', async () => {
  const { shop, request, picture } = await openDelivered();
  const ask = main.getByRole('button', { name: 'Ask for changes' });
  const whole = changes.getByLabelText('About the whole design');
  await ask.click();
  await picture.click();
  await changes.getByLabelText('Mark 1').fill('A redder fox.');
  await whole.fill('Almost there.');
  const move = {
    ...{ toState: 'changes_wanted', mover: 'buyer', note: 'Almost there.' },
    movedAt: '2026-01-02T12:00:00.000Z',
  } as const;
  shop.handlers.wantChanges = () => {
    Object.assign(request, { state: 'changes_wanted', moves: [...request.moves, move] });
    return lose();
  };
  await changes.getByRole('button', { name: 'Send changes' }).click();
  await expect.element(toastOf('Your changes were sent.')).toBeVisible();
  await expect.element(main).toMatchTextContent('Changes wanted');
  Object.assign(request, { state: 'delivered' });
  await shop.reload();
  await ask.click();
  await expect.element(whole).toHaveValue('');
});

test('what is typed while changes are being sent is about the next version', async () => {
  const { shop, request } = await openDelivered();
  const whole = changes.getByLabelText('About the whole design');
  await main.getByRole('button', { name: 'Ask for changes' }).click();
  await whole.fill('Almost there.');
  shop.handlers.wantChanges = () => Object.assign(request, { state: 'changes_wanted' });
  const release = shop.hold('wantChanges');
  await changes.getByRole('button', { name: 'Send changes' }).click();
  await expect.poll(() => shop.bodiesOf('wantChanges')).toHaveLength(1);
  await whole.fill('And bluer.');
  release();
  await expect.element(main).toMatchTextContent('Changes wanted');
  Object.assign(request, { state: 'delivered' });
  await shop.reload();
  await expect.element(whole).toHaveValue('And bluer.');
});

test('what was written about an older version is shown with the new one, with a note', async () => {
  const { shop, request, picture } = await openDelivered();
  await main.getByRole('button', { name: 'Ask for changes' }).click();
  await picture.click();
  await changes.getByLabelText('Mark 1').fill('A redder fox.');
  await changes.getByLabelText('About the whole design').fill('Almost there.');
  shop.handlers.wantChanges = () => {
    const pictures = [{ _id: 'c'.repeat(24), width: 400, height: 300 }];
    Object.assign(request, { delivery: { number: 2, pictures, roundsLeft: 1 } });
    throw new Refusal('CHANGED_MEANWHILE');
  };
  await changes.getByRole('button', { name: 'Send changes' }).click();

  await expect
    .element(changes.getByRole('status').first())
    .toMatchTextContent('You wrote this about the version before.');
  await expect
    .element(changes.getByLabelText('About the whole design'))
    .toHaveValue('Almost there.\nA redder fox.');
  await expect.element(changes.getByLabelText('Mark 1')).not.toBeInTheDocument();
});

test('accepting is asked for once more, and leads to the files', async () => {
  const { shop, request } = await openDelivered();
  await main.getByRole('button', { name: 'Accept' }).click();
  shop.handlers.acceptDelivery = () => Object.assign(request, { state: 'accepted' });
  const dialog = page.getByRole('dialog', { name: 'Accept this design?' });
  await dialog.getByRole('button', { name: 'Accept the design' }).click();
  await expect
    .element(main.getByRole('link', { name: 'Get the files in My orders' }))
    .toBeVisible();
  expect(shop.bodiesOf('acceptDelivery')).toEqual([{ delivery: 1 }]);
});

test('an accepted design leads to no files before the rest is paid', async () => {
  const { shop, request } = await openDelivered({ due: { part: 'rest', amount: 80 } });
  await main.getByRole('button', { name: 'Accept' }).click();
  shop.handlers.acceptDelivery = () => Object.assign(request, { state: 'accepted' });
  const dialog = page.getByRole('dialog', { name: 'Accept this design?' });
  await expect.element(dialog).toMatchTextContent('you get its files once the rest is paid');
  await dialog.getByRole('button', { name: 'Accept the design' }).click();
  await expect.element(main).toMatchTextContent('once the rest is paid.');
  await expect.element(main.getByRole('link', { name: 'Pay the rest · $80.00' })).toBeVisible();
  await expect
    .element(main.getByRole('link', { name: 'Get the files in My orders' }))
    .not.toBeInTheDocument();
});

test('without rounds left, the design can only be accepted', async () => {
  await openDelivered({
    delivery: {
      number: 3,
      pictures: [{ _id: pictureId, width: 400, height: 300 }],
      roundsLeft: 0,
    },
  });
  await expect.element(main).toMatchTextContent('All rounds of changes in the quote are used.');
  await expect
    .element(main.getByRole('button', { name: 'Ask for changes' }))
    .not.toBeInTheDocument();
});

test('a link’s page leads to the sign-in instead, since only the account can see and answer it', async () => {
  await openShop({
    path: requestLinkPath('t'.repeat(43)),
    prepare({ handlers }) {
      handlers.linkedRequest = () => makeDelivered();
    },
  });
  const part = main.getByRole('region', { name: 'Your design' });
  await expect
    .element(part.getByRole('link', { name: 'Sign in to see your design' }))
    .toBeVisible();
  await expect.element(part.getByRole('button')).toHaveLength(0);
  await expectSound();
});
