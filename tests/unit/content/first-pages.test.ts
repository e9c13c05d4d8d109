import { expect, test } from 'vitest';
import { blocksOf } from '#contract/shop/marked-text.ts';
import { paths } from '#contract/shop/paths.ts';
import { emailUndoHours } from '#contract/wire/every-limit.ts';
import { firstPages } from '#server/platform/content/first-pages.ts';

const sections = Object.values(firstPages).flatMap((page) => page.sections);
const privacy = (title: string) =>
  firstPages.privacy.sections.find((section) => section.title === title)?.text;

test('the privacy page says what stays in mailboxes and in the activity log, and for how long searches are counted', () => {
  expect(privacy('Messages and custom requests')).toMatch(/mailboxes, with its pictures/);
  expect(privacy('Messages and custom requests')).toMatch(/answer stays in the mailbox/);
  expect(privacy('Your account')).toMatch(/company .*licence cards/);
  expect(privacy('Your orders')).toMatch(
    /your company\. Anyone who has the card, .*after you delete/,
  );
  expect(privacy('Your account')).toMatch(/activity log keeps .* after you delete it/);
  expect(privacy('Your account')).toContain(`${emailUndoHours} hours`);
  expect(privacy('Looking around')).toContain('400 days');
});

test('no link of the first pages of text is called the checkout and leads to the cart', () => {
  const links = sections
    .flatMap(({ text }) => blocksOf(text, 0).flatMap(({ lines }) => lines.flat()))
    .flatMap((part) => (part.kind === 'link' ? [part] : []));
  expect(links.length).toBeGreaterThan(5);
  expect(links.filter(({ to }) => to === paths.cart.path)).toEqual([]);
});

test('the privacy page says who sees a review, and when it is deleted', () => {
  const text = privacy('Your reviews');
  expect(text).toContain('first name');
  expect(text).toContain('deleted with your account');
});
