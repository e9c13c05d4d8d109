import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { orderPath } from '#contract/shop/paths.ts';
import { type OwnReview, reviewMessages } from '#contract/shop/review.ts';
import { photoMessages } from '#features/reviews/shrink-photo.ts';
import { reviewOf } from '#features/reviews/use-review.ts';
import { device } from '#offline/open-device.ts';
import { newUser, openShop, resize, toastOf } from '#tests/support/open-shop.tsx';
import { ordered, refunded } from '#tests/support/ordered.ts';
import { lose, Refusal } from '#tests/support/shop-at-fetch.ts';
import { faults } from '#tests/support/sound-screen.ts';

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
  await expect.element(own.getByText(reviewMessages.stars)).toBeVisible();
  for (const width of [360, 1440]) {
    await resize(width, 900);
    expect(await faults()).toEqual([]);
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
  expect(shop.bodiesOf('sendReview')).toHaveLength(1);
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
  await expect.element(own.getByRole('radio', { name: '3 ★' })).toBeChecked();
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
  const shop = await openOrder([review({ photo: { width: 1200, height: 600 } })]);
  await expect.element(own).toMatchTextContent('With your photo.');
  await edit.click();
  await expect.element(own).toMatchTextContent('Your photo stays.');
  await words.fill('Soft fox.');
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
    { ...none, text: 'Soft <b>fox</b>.' },
  ]);
});
