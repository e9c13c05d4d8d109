import { expect, test } from 'vitest';
import { createReplica } from '#contract/catalogue/replica.ts';
import { makeProduct } from '#tests/support/arbitrary-products.ts';

const all = ['Fox', 'Cloud', 'Cloud, fox', 'Star', 'Cloud, star', 'Dark owl', 'Unicorn'];
const colored = ['Pink unicorn', 'Purple unicorn', 'Red unicorn'];

const replica = createReplica();
replica.apply(
  [...all, ...colored].map((title) =>
    makeProduct({ _id: title, title, description: '', sku: '1', swatches: '' }),
  ),
  [],
);

const without = (...denied: readonly string[]) =>
  [...all, ...colored].filter((title) =>
    denied.every((word) => !title.toLowerCase().includes(word)),
  );

/** What buyers mean by these texts. */
test.each([
  // Who denies one thing at first wants the other.
  ['no clouds and foxes', ['Fox']],
  ['no clouds & foxes', ['Fox']],
  ['not too dark and clouds', ['Cloud', 'Cloud, fox', 'Cloud, star']],
  ['no clouds and foxes under $100', ['Fox']],
  ['no clouds, foxes and owls', []],
  ['no clouds no stars and foxes', ['Fox']],
  ['-clouds and foxes', ['Fox']],
  ['no clouds but foxes', ['Fox']],
  ['no clouds, foxes', ['Fox']],
  ['no clouds, just foxes please', ['Fox']],
  ['no pink and foxes', ['Fox', 'Cloud, fox']],
  // What is denied after something wanted, without which it would stand there alone, or by a preposition, is a list.
  ['foxes no clouds and stars', ['Fox']],
  ['foxes, no clouds, stars, and owls', ['Fox']],
  ['unicorns no pink, purple or red', ['Unicorn']],
  ['unicorns, no pink & purple', ['Unicorn', 'Red unicorn']],
  ['no pink and purple unicorns', ['Unicorn', 'Red unicorn']],
  ['no pink, purple or red unicorns', ['Unicorn']],
  ['no clouds or foxes', without('cloud', 'fox')],
  ['no clouds, stars or foxes', without('cloud', 'star', 'fox')],
  ['without clouds or stars', without('cloud', 'star')],
  ['without clouds and stars', without('cloud', 'star')],
  ['everything except foxes and stars', without('fox', 'star')],
  // Wanted again.
  ['without clouds and with foxes', ['Fox']],
  ['no clouds or stars but with foxes', ['Fox']],
  ['unicorns no pink and please with purple', ['Purple unicorn']],
  // Other words that deny.
  ['foxes no clouds', ['Fox']],
  ['foxes w/o clouds', ['Fox']],
  ['foxes instead of clouds', ['Fox']],
  ['foxes rather than clouds', ['Fox']],
  ['foxes excluding clouds', ['Fox']],
  ['foxes that aren’t with clouds', ['Fox']],
  ['unicorns that isn’t pink', ['Unicorn', 'Purple unicorn', 'Red unicorn']],
  ['owls, nothing dark', []],
  ['nothing too dark', without('dark')],
  ['nothing with clouds', without('cloud')],
  ['not too dark', without('dark')],
  ['anything but foxes', without('fox')],
  ['other than clouds', without('cloud')],
  // These deny nothing.
  ['nothing but stars', ['Star', 'Cloud, star']],
  ['not only stars', ['Star', 'Cloud, star']],
  ['only stars', ['Star', 'Cloud, star']],
  ['stars only', ['Star', 'Cloud, star']],
])('"%s" finds %j', (query, meant) => {
  const { products, exact } = replica.search({ query, search: '', page: 1, limit: 100 });
  const found = products.slice(0, exact).map(({ title }) => title);
  expect(found.toSorted()).toEqual([...meant].toSorted());
});
