import { beforeEach, expect, test } from 'vitest';
import { createHoldableHistory } from '#studio/ui/holdable-history.ts';
import { fakeWindow } from '#tests/support/fake-window.ts';

let browser: Window;
let history: ReturnType<typeof createHoldableHistory>;
let shown: string[];
let held: (() => void)[];

beforeEach(() => {
  browser = fakeWindow('/studio/today');
  history = createHoldableHistory(browser);
  [shown, held] = [[], []];
  history.listen(({ location }) => shown.push(location.pathname));
  history.push('/studio/designs');
  history.push('/studio/designs/7');
  shown = [];
});

test('holds a link until it may proceed', () => {
  history.hold((proceed) => held.push(proceed));
  history.push({ pathname: '/studio/orders' });

  expect([shown, browser.location.pathname]).toEqual([[], '/studio/designs/7']);
  held[0]?.();
  expect([shown, browser.location.pathname]).toEqual([['/studio/orders'], '/studio/orders']);
});

test("holds the browser's steps back and returns to the page", () => {
  history.hold((proceed) => held.push(proceed));
  browser.history.go(-2);

  expect([shown, browser.location.pathname]).toEqual([[], '/studio/designs/7']);
  held[0]?.();
  expect([shown, browser.location.pathname]).toEqual([['/studio/today'], '/studio/today']);
  expect(held).toHaveLength(1);
});

test('asks everything unsaved before it leads away, also what was begun first', () => {
  const asked: string[] = [];
  const ask = (name: string) => (proceed: () => void) => {
    asked.push(name);
    held.push(proceed);
  };
  history.hold(ask('category'));
  const release = history.hold(ask('title'));
  history.push('/studio/orders');
  browser.history.go(-2);
  release();

  held[0]?.();
  held[1]?.();
  expect([asked, shown]).toEqual([['title', 'title', 'category', 'category'], []]);
  held[3]?.();
  expect([asked.length, shown, browser.location.pathname]).toEqual([
    ...[4, ['/studio/today']],
    '/studio/today',
  ]);
});

test('asks what is left unsaved once', () => {
  for (let count = 0; count < 2; count += 1) history.hold((proceed) => held.push(proceed));
  history.push('/studio/orders');
  held[0]?.();
  expect([held.length, shown]).toEqual([2, []]);
  held[1]?.();
  expect([held.length, shown]).toEqual([2, ['/studio/orders']]);
});

test('holds nothing within a page, and nothing once it is released', () => {
  const release = history.hold((proceed) => held.push(proceed));
  history.replace('/studio/designs/7?part=2');
  expect([held.length, shown]).toEqual([0, ['/studio/designs/7']]);

  release();
  browser.history.go(-1);
  history.push('/studio/orders');
  expect([held.length, shown.slice(1)]).toEqual([0, ['/studio/designs', '/studio/orders']]);
});
