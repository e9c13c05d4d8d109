import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Review } from '#contract/studio/reviews.ts';
import { Refusal } from '#tests/support/calls-at-fetch.ts';
import { openStudio } from '#tests/support/open-studio.tsx';
import { toastOf } from '#tests/support/shown-toasts.ts';
import { expectSoundScreen } from '#tests/support/sound-screen.ts';

const review: Review = {
  ...{ _id: 'e'.repeat(24), productId: 'd'.repeat(24), buyerId: 'b'.repeat(24) },
  ...{ title: 'Sleepy fox', name: 'Ada S.', stars: 4, text: 'In <i>blue</i>!', hasPhoto: false },
  ...{ state: 'waiting', reason: '', writtenAt: '2026-01-01T00:00:00.000Z' },
};

function openReviews(items: Review[], path = '/reviews') {
  return openStudio({
    path,
    prepare({ handlers }) {
      handlers.waiting = () => ({
        ...{ buyers: 0, orders: 0, customs: 0, threads: 0, resets: 0 },
        designReviews: items.length,
      });
      handlers.reviews = ({ query }) => {
        const found = items.filter(({ state }) => state === (query.state ?? 'waiting'));
        return { items: found, total: found.length, totalPages: 1 };
      };
      handlers.decideReview = ({ body }) => {
        const reason = body.state === 'declined' ? body.reason : '';
        const decided = { ...review, state: body.state, reason };
        items.splice(0, 1, decided);
        return decided;
      };
    },
  });
}

test('a review is approved from the list, which then has one less', async () => {
  const { bodiesOf } = openReviews([review]);
  await expect.element(page.getByRole('row').nth(1)).toMatchTextContent('In <i>blue</i>!');
  await expect.element(page.getByRole('img', { name: '4 of 5 stars' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: /Reviews.*1/ })).toBeVisible();
  await expectSoundScreen();
  await page.getByRole('button', { name: 'Approve the review by Ada S.' }).click();
  await expect.element(page.getByText('No reviews are waiting')).toBeVisible();
  expect(bodiesOf('decideReview')).toEqual([{ state: 'shown', from: 'waiting' }]);
});

test('a review is taken down with a reason', async () => {
  const { bodiesOf } = openReviews([{ ...review, state: 'shown' }], '/reviews?state=shown');
  await page.getByRole('button', { name: 'Take down the review by Ada S.…' }).click();
  const dialog = page.getByRole('dialog');
  const takeDown = dialog.getByRole('button', { name: 'Take down', exact: true });
  await expect.element(takeDown).toBeDisabled();
  await expectSoundScreen();
  await dialog.getByLabelText('Reason').fill('It names another shop.');
  await takeDown.click();
  await expect.element(page.getByText('No reviews are shown yet')).toBeVisible();
  const reason = 'It names another shop.';
  expect(bodiesOf('decideReview')).toEqual([{ state: 'declined', from: 'shown', reason }]);
});

test('a review that its buyer changed meanwhile is read again', async () => {
  const items = [review];
  const { handlers } = openReviews(items);
  handlers.decideReview = () => {
    items.splice(0, 1, { ...review, text: 'Changed.' });
    throw new Refusal('NOT_FOUND', { message: 'This review no longer exists.' });
  };
  await page.getByRole('button', { name: 'Approve the review by Ada S.' }).click();
  await expect.element(toastOf('This review no longer exists.')).toBeVisible();
  await expect.element(page.getByText('Changed.')).toBeVisible();
});

test('the list shows one design or one buyer alone, and all again', async () => {
  const { queriesOf } = openReviews([review]);
  await page.getByRole('link', { name: 'Reviews by Ada S.' }).click();
  await expect.element(page.getByText('Showing one buyer. Show all')).toBeVisible();
  await expect.poll(() => queriesOf('reviews').at(-1)).toMatchObject({ buyerId: review.buyerId });
  await expectSoundScreen([360]);
  await page.getByRole('link', { name: 'Showing one buyer. Show all' }).click();
  await page.getByRole('link', { name: 'Reviews of Sleepy fox' }).click();
  await expect
    .poll(() => queriesOf('reviews').at(-1))
    .toMatchObject({ productId: review.productId });
});

test('without any of one buyer, the list doesn’t say that there are none', async () => {
  openReviews([], `/reviews?buyer=${review.buyerId}`);
  await expect.element(page.getByText('None of these reviews is waiting')).toBeVisible();
});
