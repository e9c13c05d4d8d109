import type { JudgedDesign } from './judged-catalogue.ts';

/** How well a design answers a query: 3 exactly, 2 well, 1 hardly, 0 not at all. */
type Grade = (design: JudgedDesign) => number;

/** A buyer's search and what they would like to see; judged by what the designs are, not by how they are listed. */
export interface JudgedQuery {
  readonly text: string;
  readonly grade: Grade;
}

const has = (list: readonly string[], wanted: readonly string[]) =>
  wanted.some((each) => list.includes(each));

const shows =
  (...wanted: string[]): Grade =>
  ({ subject, beside }) =>
    has(subject, wanted) ? 3 : has(beside, wanted) ? 2 : 0;
const isFor =
  (...wanted: string[]): Grade =>
  ({ occasion }) =>
    has(occasion.slice(0, 1), wanted) ? 3 : has(occasion, wanted) ? 2 : 0;
const drawn =
  (...wanted: string[]): Grade =>
  ({ style }) =>
    has(style.slice(0, 1), wanted) ? 3 : has(style, wanted) ? 2 : 0;
const colored =
  (...wanted: string[]): Grade =>
  ({ color }) =>
    has(color.slice(0, 1), wanted) ? 3 : has(color, wanted) ? 2 : 0;
const under =
  (...ids: string[]): Grade =>
  ({ product }) =>
    has(
      product.categories.map(({ _id }) => _id),
      ids,
    )
      ? 3
      : 0;
const by =
  (name: string): Grade =>
  ({ product }) =>
    product.designer.includes(name) ? 3 : 0;
const titled =
  (...titles: string[]): Grade =>
  ({ product }) =>
    titles.includes(product.title) ? 3 : 0;
const both =
  (...grades: Grade[]): Grade =>
  (design) =>
    Math.min(...grades.map((grade) => grade(design)));
const either =
  (...grades: Grade[]): Grade =>
  (design) =>
    Math.max(...grades.map((grade) => grade(design)));

const flowers = shows(
  'flower',
  'daisy',
  'poppy',
  'tulip',
  'rose',
  'lavender',
  'sunflower',
  'heather',
);
const fruit = shows('strawberry', 'lemon', 'cherry', 'pear', 'watermelon', 'apple', 'berry');

const query = (text: string, grade: Grade): JudgedQuery => ({ text, grade });

export const judgedQueries: readonly JudgedQuery[] = [
  // What a design shows.
  query('fox', shows('fox')),
  query('moon', shows('moon')),
  query('mushroom', shows('mushroom', 'toadstool')),
  query('whale', shows('whale')),
  query('bee', shows('bee')),
  query('cat', shows('cat')),
  query('star', shows('star')),
  query('rose', shows('rose')),
  query('unicorn', shows('unicorn')),
  query('owl', shows('owl')),
  // Plurals.
  query('foxes', shows('fox')),
  query('mushrooms', shows('mushroom', 'toadstool')),
  query('daisies', shows('daisy')),
  query('berries', shows('berry')),
  query('leaves', shows('leaf')),
  query('strawberries', shows('strawberry')),
  query('cherries', shows('cherry')),
  query('octopuses', shows('octopus')),
  // Typos.
  query('mushrom', shows('mushroom', 'toadstool')),
  query('dinosuar', shows('dinosaur')),
  query('strawbery', shows('strawberry')),
  query('pumkin', shows('pumpkin')),
  query('butterfy', shows('butterfly')),
  // Synonyms.
  query('xmas', isFor('christmas')),
  query('rabbit', shows('bunny')),
  query('puppy', shows('dog')),
  query('toadstools', shows('mushroom', 'toadstool')),
  query('ladybug', shows('ladybird')),
  query('floral', flowers),
  query('fruit', fruit),
  query('polka dots', shows('dot')),
  query('succulents', shows('cactus')),
  // Occasions.
  query('christmas', isFor('christmas')),
  query('halloween', isFor('halloween')),
  query('baby', isFor('baby')),
  query('girl', isFor('girl')),
  query('nursery', isFor('baby')),
  query("mother's day", isFor('mothers day')),
  query('valentines', isFor('valentines day')),
  query('4th of july', isFor('fourth of july')),
  // Styles.
  query('boho', drawn('boho')),
  query('pastel', colored('pastel')),
  query('retro', drawn('retro')),
  query('watercolour', drawn('watercolor')),
  query('minimalist', drawn('minimal')),
  // Two or more words.
  query('sleepy fox', both(shows('fox'), titled('One Sleepy Fox', 'Foxglove Nap'))),
  query('boho rainbow', both(drawn('boho'), shows('rainbow'))),
  query('halloween cat', both(isFor('halloween'), shows('cat'))),
  query('easter bunny', both(isFor('easter'), shows('bunny'))),
  query('dinosaur birthday', both(shows('dinosaur'), isFor('birthday'))),
  query('moon and stars', both(shows('moon'), shows('star'))),
  // A colour and a motif.
  query('blue whale', both(either(colored('blue'), colored('navy')), shows('whale'))),
  query('red mushroom', both(colored('red'), shows('mushroom', 'toadstool'))),
  query('pink unicorn', both(colored('pink'), shows('unicorn'))),
  // Categories, a SKU, designers.
  query('clip art', under('clip')),
  query('logo', under('kit')),
  query('pw-0141', ({ product }) => (product.sku === 'PW-0141' ? 3 : 0)),
  query('clementine fox', by('Clementine Fox')),
  // Incomplete words.
  query('strawb', shows('strawberry')),
  query('hedgeh', shows('hedgehog')),
];
