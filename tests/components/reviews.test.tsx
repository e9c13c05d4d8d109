import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { emptyRequestFields } from '#contract/shop/custom-request.ts';
import { boughtFilesPath, orderPath } from '#contract/shop/own-paths.ts';
import { paths } from '#contract/shop/paths.ts';
import { type OwnReview, reviewMessages, reviewPhotoPath } from '#contract/shop/review.ts';
import { photoMessages } from '#features/reviews/shrink-photo.ts';
import { reviewOf } from '#features/reviews/use-review.ts';
import { device } from '#offline/open-device.ts';
import { newUser, openShop, resize, shownUrl, toastOf } from '#tests/support/open-shop.tsx';
import { ordered, refunded } from '#tests/support/ordered.ts';
import { lose, Refusal } from '#tests/support/shop-at-fetch.ts';
import { faults } from '#tests/support/sound-screen.ts';
import { saveOpenDrafts } from '#ui/open-drafts.ts';

const order = ordered(['Fox nap']);
const productId = order.items[0]?.productId ?? '';
const own = page.getByRole('group', { name: 'Your review of Fox nap' });
const write = page.getByRole('button', { name: 'Write a review of Fox nap' });
const edit = page.getByRole('button', { name: 'Edit your review of Fox nap' });
const words = own.getByLabelText('Your words (if you like)');
const send = own.getByRole('button', { name: 'Send review' });

const review = (part: Partial<OwnReview> = {}): OwnReview => ({
  ...{ _id: 'a'.repeat(24), productId, stars: 4, text: 'Soft <b>fox</b>.', photo: null },
  ...{ state: 'waiting', reason: '', writtenAt: '2026-01-01T00:00:00.000Z' },
  ...part,
});

const topOf = (element: Element) => element.closest('label')?.getBoundingClientRect().top;

/** The details of an order; the shop has these reviews of the account. */
function openOrder(reviews: OwnReview[], orders = [order]) {
  return openShop({
    path: orderPath(order._id),
    user: newUser(),
    orders,
    prepare({ handlers }) {
      handlers.ownReviews = () => ({ reviews: [...reviews] });
    },
  });
}

test('a buyer gives stars and words, and sees that the studio looks at them first', async () => {
  const reviews: OwnReview[] = [];
  const shop = await openOrder(reviews);
  await write.click();
  await send.click();
  const stars = own.getByRole('group', { name: 'Your stars' });
  await expect.element(stars).toHaveAccessibleDescription(reviewMessages.stars);
  for (const width of [360, 1440]) {
    await resize(width, 900);
    expect(await faults()).toEqual([]);
    const tops = stars.getByRole('radio').elements().map(topOf);
    expect(new Set(tops).size).toBe(1);
  }
  await own.getByText('4 ★').click();
  await words.fill('\u200b');
  await send.click();
  await expect.element(words).toHaveAccessibleDescription(reviewMessages.unseen);
  await words.fill('Soft <b>fox</b>.');
  reviews.push(review());
  await send.click();
  await expect.element(toastOf('Review sent. The studio looks at it first.')).toBeVisible();
  expect(shop.bodiesOf('sendReview')).toMatchObject([{ stars: '4', text: 'Soft <b>fox</b>.' }]);
  await expect.element(own).toMatchTextContent('Soft <b>fox</b>.');
  await expect.element(own).toMatchTextContent('The studio looks at it before it is shown.');
  expect(await faults()).toEqual([]);
});

test('a review without the shop waits, also after the page was closed, and is sent once it is back', async () => {
  const shop = await openOrder([]);
  await write.click();
  await own.getByText('5 ★').click();
  shop.handlers.ready = lose;
  shop.handlers.sendReview = lose;
  await send.click();
  await expect.element(own).toMatchTextContent('Your review waits to be sent.');
  await expect.element(write).not.toBeInTheDocument();
  await shop.goto(orderPath(order._id));
  await expect.element(own).toMatchTextContent('Your review waits to be sent.');
  delete shop.handlers.ready;
  delete shop.handlers.sendReview;
  shop.handlers.ownReviews = () => ({ reviews: [review({ stars: 5, text: '' })] });
  dispatchEvent(new Event('online'));
  await expect.element(own).toMatchTextContent('The studio looks at it before it is shown.');
  await expect.poll(() => shop.bodiesOf('sendReview')).toHaveLength(1);
});

test('what was sent is in view, also where much follows it', async () => {
  const long = ordered(['Fox nap', 'Owl nap', 'Bear nap', 'Mole nap']);
  await resize(360, 640);
  await openShop({ path: orderPath(long._id), user: newUser(), orders: [long] });
  await write.click();
  await own.getByText('5 ★').click();
  await send.click();
  await expect.element(own).toHaveFocus();
  await expect.element(own).toBeInViewport({ ratio: 1 });
  await expect.element(toastOf('Review sent. The studio looks at it first.')).toBeVisible();
});

test('the list of changes names the design of a review, and leads to it', async () => {
  const shop = await openOrder([]);
  await write.click();
  await own.getByText('5 ★').click();
  shop.handlers.ready = lose;
  shop.handlers.sendReview = lose;
  await send.click();
  await expect.element(own).toHaveFocus();
  await expect.element(own).toMatchTextContent('Your review waits to be sent.');
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: /1 change waiting/ }).click();
  const change = page.getByRole('dialog', { name: 'Changes' }).getByRole('listitem');
  await expect.element(change).toMatchTextContent('Your review of Fox nap');
  await change.getByRole('link', { name: 'Fox nap' }).click();
  expect(shownUrl()).toBe(boughtFilesPath(order._id, productId));
  await expect.element(own).toBeVisible();
  history.back();
  await expect.poll(shownUrl).not.toContain('design=');
  await expect.element(page.getByRole('dialog', { name: 'Changes' })).not.toBeInTheDocument();
});

test('a link to another order shows it, though one is open', async () => {
  const other = ordered(['Owl nap']);
  await openShop({ path: paths.myOrders.path, user: newUser(), orders: [order, other] });
  await page.getByRole('button', { name: new RegExp(`of order ${order.orderNumber}$`) }).click();
  await expect.element(page.getByRole('dialog')).toMatchTextContent(order.orderNumber);
  history.pushState({}, '', orderPath(other._id));
  dispatchEvent(new PopStateEvent('popstate'));
  await expect
    .element(page.getByRole('dialog', { name: `Order ${other.orderNumber}` }))
    .toBeVisible();
});

test('what was typed and not sent is there again', async () => {
  const shop = await openOrder([]);
  await write.click();
  await own.getByText('3 ★').click();
  await words.fill('Half a');
  await own.getByRole('button', { name: 'Not now' }).click();
  await shop.goto(orderPath(order._id));
  await write.click();
  await expect.element(words).toHaveValue('Half a');
  await expect.element(own.getByRole('radio', { name: '3 of 5 stars' })).toHaveFocus();
  await expect.element(own.getByRole('radio', { name: '3 of 5 stars' })).toBeChecked();
});

test('a declined review says why, and is changed', async () => {
  const reviews = [review({ state: 'declined', reason: 'It names another shop.' })];
  const shop = await openOrder(reviews);
  await expect.element(own).toMatchTextContent('It isn’t shown.');
  await expect.element(own).toMatchTextContent('The studio wrote: It names another shop.');
  await edit.click();
  await expect.element(words).toHaveValue('Soft <b>fox</b>.');
  await words.fill('Soft fox.');
  await send.click();
  await expect.element(toastOf('Review sent. The studio looks at it first.')).toBeVisible();
  expect(shop.bodiesOf('sendReview')).toMatchObject([{ stars: '4', text: 'Soft fox.' }]);
});

test('a refused review keeps what was written, says why, and can be changed', async () => {
  const shop = await openOrder([]);
  shop.handlers.sendReview = () => {
    throw new Refusal('FORBIDDEN', { message: reviewMessages.notBought });
  };
  await write.click();
  await own.getByText('5 ★').click();
  await words.fill('Lovely.');
  await send.click();
  await expect
    .element(own)
    .toMatchTextContent(`Your review wasn’t sent. ${reviewMessages.notBought}`);
  await own.getByRole('button', { name: 'Change it' }).click();
  await expect.element(words).toHaveValue('Lovely.');
});

test('a review is taken back, also of a design that was refunded, which can’t be reviewed', async () => {
  const reviews = [review({ state: 'shown' })];
  const shop = await openOrder(reviews, [refunded(order)]);
  await expect.element(own).toMatchTextContent('It is shown on the design’s page.');
  await expect.element(edit).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Take back your review of Fox nap' }).click();
  reviews.pop();
  await own.getByRole('button', { name: 'Really take it back' }).click();
  await expect.element(toastOf('Your review is taken back.')).toBeVisible();
  expect(shop.sent.filter(({ name }) => name === 'takeBackReview')).toHaveLength(1);
  await expect.element(own).not.toBeInTheDocument();
});

const draft = async () => (await device().customRequests()).draft(reviewOf(productId));

/** As the browser's file picker does. */
function choose(file: File): void {
  const input = own.getByLabelText(/^(Add a|Another) photo$/).element() as HTMLInputElement;
  const transfer = new DataTransfer();
  transfer.items.add(file);
  input.files = transfer.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

/** A wide JPEG with a note of where it was taken. */
async function photoWithPlace(): Promise<File> {
  const canvas = new OffscreenCanvas(3000, 1500);
  canvas.getContext('2d')?.fillRect(0, 0, 100, 100);
  const jpeg = await canvas.convertToBlob({ type: 'image/jpeg' });
  const note = new TextEncoder().encode('Exif\0\0Secret place');
  const head = new Uint8Array([0xff, 0xe1, 0, note.length + 2]);
  return new File([jpeg.slice(0, 2), head, note, jpeg.slice(2)], 'home.jpg', { type: jpeg.type });
}

test('a photo is drawn again on the device, without where it was taken, and sent with the review', async () => {
  const shop = await openOrder([]);
  await write.click();
  await words.fill('My quilt.');
  choose(await photoWithPlace());
  await expect.element(own.getByRole('img', { name: 'Chosen by you' })).toBeVisible();
  expect(await faults()).toEqual([]);
  await expect.poll(async () => (await draft())?.images.length).toBe(1);
  const [photo] = (await draft())?.images ?? [];
  if (!photo) throw new Error('There is no photo.');
  expect(await photo.file.text()).not.toContain('Secret place');
  const { width, height } = await createImageBitmap(photo.file);
  expect([width, height]).toEqual([2048, 1024]);
  await own.getByText('5 ★').click();
  await send.click();
  await expect.element(toastOf('Review sent. The studio looks at it first.')).toBeVisible();
  expect(shop.bodiesOf('sendReview')).toEqual([
    { stars: '5', text: 'My quilt.', referenceImages: ['photo.jpg'] },
  ]);
});

test.each([
  ['a text', new File(['no picture'], 'me.jpg', { type: 'image/jpeg' }), photoMessages.unreadable],
  ['a HEIC', new File(['no picture'], 'me.heic', { type: 'image/heic' }), photoMessages.heic],
  [
    '80 MB',
    new File([new Uint8Array(80 * 1024 ** 2)], 'me.jpg', { type: 'image/jpeg' }),
    photoMessages.tooLarge,
  ],
])('a photo that is %s is refused with a reason, and the words stay', async (_, file, reason) => {
  await openOrder([]);
  await write.click();
  await words.fill('My quilt.');
  choose(file);
  await expect.element(own.getByText(reason)).toBeVisible();
  await expect.element(words).toHaveValue('My quilt.');
  await expect.element(send).toHaveAttribute('aria-busy', 'false');
});

test('the photo of a review stays when its words change, or is removed', async () => {
  const photo = { width: 1200, height: 600 };
  const reviews = [review({ photo })];
  const shop = await openOrder(reviews);
  await expect.element(own).toMatchTextContent('With your photo.');
  const shopFetch = globalThis.fetch;
  const canvas = new OffscreenCanvas(8, 8);
  canvas.getContext('2d');
  const blob = await canvas.convertToBlob();
  globalThis.fetch = async (input, init) => {
    if (input !== reviewPhotoPath(review()._id)) return shopFetch(input, init);
    const isKnown = new Headers(init?.headers).get('Authorization') === 'Bearer a token';
    return isKnown ? new Response(blob) : new Response(null, { status: 404 });
  };
  await edit.click();
  await expect.element(own).toMatchTextContent('Your photo stays.');
  await expect.element(own.getByRole('img', { name: 'Your photo' })).toBeVisible();
  await words.fill('Soft fox.');
  reviews[0] = review({ photo, text: 'Soft fox.' });
  await send.click();
  await expect.poll(() => shop.bodiesOf('sendReview').length).toBe(1);
  await edit.click();
  await own.getByRole('button', { name: 'Remove the photo' }).click();
  await send.click();
  await expect.poll(() => shop.bodiesOf('sendReview').length).toBe(2);
  await expect.element(toastOf('Review sent. The studio looks at it first.').first()).toBeVisible();
  const none = { stars: '4', referenceImages: [] };
  expect(shop.bodiesOf('sendReview')).toEqual([
    { ...none, text: 'Soft fox.', keepsPhoto: 'true' },
    { ...none, text: 'Soft fox.' },
  ]);
});

const takeBack = page.getByRole('button', { name: 'Take back your review of Fox nap' });
const really = own.getByRole('button', { name: 'Really take it back' });
const about = reviewOf(productId);

test('taking a review back leaves what is being written as it is', async () => {
  const reviews = [review({ state: 'shown' })];
  const shop = await openOrder(reviews);
  await edit.click();
  await words.fill('Better words');
  await own.getByRole('button', { name: 'Not now' }).click();
  await takeBack.click();
  reviews.pop();
  await really.click();
  await expect.element(toastOf('Your review is taken back.')).toBeVisible();
  await write.click();
  await expect.element(words).toHaveValue('Better words');
  expect(shop.sent.filter(({ name }) => name === 'takeBackReview')).toHaveLength(1);
});

test('a draft that takes back, as a version before left it, is sent as the review that is shown', async () => {
  const shop = await openOrder([review()]);
  const fields = { ...emptyRequestFields, takesBack: 'true' as const };
  await (await device().customRequests()).write({ fields, images: [] }, about);
  await edit.click();
  await expect.element(words).toHaveValue('Soft <b>fox</b>.');
  await words.fill('Softer.');
  await send.click();
  await expect.element(toastOf('Review sent. The studio looks at it first.')).toBeVisible();
  expect(shop.bodiesOf('sendReview')).toMatchObject([{ stars: '4', text: 'Softer.' }]);
  expect(shop.sent.filter(({ name }) => name === 'takeBackReview')).toHaveLength(0);
});

test('changing a refused review keeps what is being written beside it', async () => {
  const shop = await openOrder([]);
  shop.handlers.sendReview = () => {
    throw new Refusal('FORBIDDEN', { message: reviewMessages.notBought });
  };
  await write.click();
  await own.getByText('5 ★').click();
  await words.fill('Lovely.');
  await send.click();
  await expect.element(own).toMatchTextContent('Your review wasn’t sent.');
  await write.click();
  await words.fill('Another.');
  await own.getByRole('button', { name: 'Change it' }).click();
  await expect.element(words).toHaveValue('Lovely.');
  await expect.element(own).toMatchTextContent('Another.');
});

test('a review that another tab has sent isn’t sent again', async () => {
  const shop = await openOrder([]);
  await write.click();
  await own.getByText('5 ★').click();
  await words.fill('Lovely.');
  await saveOpenDrafts();
  const requests = await device().customRequests();
  const content = await requests.draft(about);
  if (!content) throw new Error('nothing is being written');
  const opId = await requests.queueMessage({ about, content, saved: content });
  await requests.sendMessage(opId ?? '', { pressed: true });
  await send.click();
  await expect.element(toastOf('This review was sent from another tab.')).toBeVisible();
  expect(shop.bodiesOf('sendReview')).toHaveLength(1);
});

test('sends the review that is shown, and leaves what another tab is writing', async () => {
  const shop = await openOrder([]);
  await write.click();
  await own.getByText('5 ★').click();
  await words.fill('Lovely.');
  await saveOpenDrafts();
  const requests = await device().customRequests();
  const mine = await requests.draft(about);
  if (!mine) throw new Error('nothing is being written');
  await requests.write({ ...mine, fields: { ...mine.fields, description: 'Dull.' } }, about);
  await send.click();
  await expect.element(toastOf('Review sent. The studio looks at it first.')).toBeVisible();
  expect(shop.bodiesOf('sendReview')).toMatchObject([{ stars: '5', text: 'Lovely.' }]);
  expect((await requests.draft(about))?.fields.description).toBe('Dull.');
});

test('no form is offered until it is known what the shop has', async () => {
  const shop = await openShop({
    ...{ path: orderPath(order._id), user: newUser(), orders: [order] },
    prepare({ handlers }) {
      handlers.ownReviews = () => new Promise<never>(() => {});
    },
  });
  await expect.poll(() => shop.sent.some(({ name }) => name === 'ownReviews')).toBe(true);
  await expect.element(write).not.toBeInTheDocument();
});

test('without an answer the form says that it replaces an earlier review, whose photo stays', async () => {
  const shop = await openShop({
    ...{ path: orderPath(order._id), user: newUser(), orders: [order] },
    prepare({ handlers }) {
      handlers.ownReviews = lose;
    },
  });
  await write.click();
  await expect
    .element(own)
    .toMatchTextContent(
      'If you have reviewed this design before, this replaces your stars and words.',
    );
  await own.getByText('5 ★').click();
  await send.click();
  await expect.element(toastOf('Review sent. The studio looks at it first.')).toBeVisible();
  expect(shop.bodiesOf('sendReview')).toMatchObject([{ stars: '5', keepsPhoto: 'true' }]);
});

test('a review that waits shows its stars, and is changed and taken back without the shop', async () => {
  const shop = await openOrder([]);
  await write.click();
  await own.getByText('5 ★').click();
  await words.fill('Soft.');
  shop.handlers.ready = lose;
  await send.click();
  await expect.element(own.getByRole('img', { name: '5 of 5 stars' })).toBeVisible();
  await edit.click();
  await expect.element(words).toHaveValue('Soft.');
  await words.fill('Softer.');
  await send.click();
  await expect.element(own).toMatchTextContent('Softer.');
  await takeBack.click();
  await really.click();
  await expect.element(own).toMatchTextContent('Taking it back waits to be sent.');
  await expect.element(write).toBeVisible();
  delete shop.handlers.ready;
  dispatchEvent(new Event('online'));
  await expect.element(own).not.toMatchTextContent('waits to be sent');
  const changes = shop.sent.flatMap(({ name }) =>
    /sendReview|takeBackReview/.test(name) ? name : [],
  );
  expect(changes).toEqual(['sendReview', 'sendReview', 'takeBackReview']);
});

test('what was written and not sent can be discarded, also once the order was refunded', async () => {
  const shop = await openOrder([], [refunded(order)]);
  const fields = { ...emptyRequestFields, stars: '3', description: 'Half a' };
  await (await device().customRequests()).write({ fields, images: [] }, about);
  await shop.goto(orderPath(order._id));
  await write.click();
  await expect.element(words).toHaveValue('Half a');
  await own.getByRole('button', { name: 'Discard' }).click();
  await expect.element(own).not.toBeInTheDocument();
  expect(await (await device().customRequests()).draft(about)).toBeNull();
});

test('an answer from before a review was sent is asked for again', async () => {
  const shop = await openOrder([]);
  await write.click();
  await own.getByText('5 ★').click();
  const held = Promise.withResolvers<void>();
  let asked = 0;
  shop.handlers.ownReviews = async () => {
    asked += 1;
    if (asked > 1) return { reviews: [review({ text: 'As the shop has it' })] };
    await held.promise;
    return { reviews: [] };
  };
  const reading = (await device().ownRequests()).refreshReviews();
  await send.click();
  await expect.element(toastOf('Review sent. The studio looks at it first.')).toBeVisible();
  held.resolve();
  await reading;
  await expect.element(own).toMatchTextContent('As the shop has it');
});

test('a review that was sent is shown as waiting, and one taken back no more, before the next answer', async () => {
  const shop = await openOrder([]);
  await write.click();
  await own.getByText('5 ★').click();
  await words.fill('Soft.');
  shop.handlers.ownReviews = lose;
  await send.click();
  await expect.element(own).toMatchTextContent('The studio looks at it before it is shown.');
  await expect.element(own).toMatchTextContent('Soft.');
  await takeBack.click();
  await really.click();
  await expect.element(write).toBeVisible();
  await expect.element(own).not.toMatchTextContent('Soft.');
});
