import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Content } from '#contract/studio/content.ts';
import { makeDesign } from '#tests/support/designs-at-fetch.ts';
import { makeCoupon } from '#tests/support/lists-at-fetch.ts';
import { newId } from '#tests/support/new-id.ts';
import { comeBack, openStudio, screenShown } from '#tests/support/open-studio.tsx';
import { expectSoundScreen } from '#tests/support/sound-screen.ts';
import type { SavedStudio } from '#tests/support/studio-at-fetch.ts';
import { publishAsColleague } from '#tests/support/texts-at-fetch.ts';

/** What two people save at once. */
interface Shared {
  /** Below /studio. */
  readonly path: string;
  /** A colleague saves a value. */
  readonly theirs: (saved: SavedStudio, value: string) => void;
  /** Types or chooses a value. */
  readonly change: (value: string) => Promise<unknown>;
  readonly save: () => Promise<unknown>;
  readonly values: readonly [theirs: string, mine: string];
  /** What is shown of each value; by default all of it. */
  readonly shown?: readonly [theirs: string, mine: string];
}

const press = (name: string) => () => page.getByRole('button', { name, exact: true }).click();
const type = (label: string) => (value: string) =>
  page.getByRole('textbox', { name: label, exact: true }).first().fill(value);
const enter = () => userEvent.keyboard('{Enter}');

const line = 'A rather long line about fern fronds, and how to sew a hem with them.\n\n';
/** Longer than what a conflict shows of a value. */
const long = (word: string) => `${word}\n\n${line.repeat(12).trim()}`;
const longer: Shared['values'] = [long('Theirs'), long('Mine')];
/** The same in the description of a design. */
const longHtml = (word: string) => `<p>${long(word).replaceAll('\n\n', '</p><p>')}</p>`;
const short: Shared['values'] = ['Theirs', 'Mine'];
const numbers: Shared['values'] = ['40', '60'];

const design = makeDesign();
const coupon = makeCoupon();
const collection = {
  id: newId(),
  version: 1,
  slug: 'wood',
  formerSlugs: [],
  name: 'In the wood',
  description: '',
  price: null,
  coverId: null,
  isPublished: false,
  designs: [],
};
const image = { _id: newId(), url: 'data:,', width: 60, height: 40, color: '#fff8ee', altText: '' };

const conflict = page.getByRole('region', { name: 'Changed by two people' });

const everything: Readonly<Record<string, Shared>> = {
  'the shop’s name': {
    path: '/settings',
    theirs: ({ settings }, name) => Object.assign(settings, { name }),
    change: type('Name'),
    save: press('Save'),
    values: short,
  },
  'the opening': {
    path: '/texts/hero',
    theirs: (saved, text) => publishAsColleague(saved, 'hero', (hero) => ({ ...hero, text })),
    change: type('Text'),
    save: press('Publish'),
    values: short,
  },
  'a setting': {
    path: '/settings',
    // Saved by the choice.
    theirs: ({ settings }) => Object.assign(settings, { priceHoldHours: 6 }),
    change: (value) => page.getByLabelText('Hold prices for').selectOptions(value),
    save: async () => {},
    values: ['6 hours', '7 days'],
  },
  'the terms': {
    path: '/texts/terms',
    theirs: (saved, text) =>
      publishAsColleague(saved, 'terms', (terms) => ({
        ...terms,
        sections: terms.sections.map((section, place) =>
          place === 0 ? { ...section, text } : section,
        ),
      })),
    change: type('Section text'),
    async save() {
      await press('Publish')();
      await press('Publish as a correction')();
    },
    values: longer,
  },
  'the search words': {
    path: '/search-words',
    theirs: ({ searchWords }, value) =>
      Object.assign(searchWords, { synonyms: value.split('\n').map((each) => each.split(', ')) }),
    change: type('One group per line'),
    save: press('Save'),
    values: ['fern, frond\ntoadstool, theirs', 'fern, frond\ntoadstool, mine'],
    shown: ['toadstool, theirs 1 in both', 'toadstool, mine 1 in both'],
  },
  'a mail': {
    path: '/texts/mails',
    theirs: (saved, text) =>
      publishAsColleague(saved, 'mails', (mails) => ({
        ...mails,
        registered: { ...(mails as Content['mails']).registered, text },
      })),
    async change(value) {
      const mail = page.getByRole('group').filter({ hasText: /^Welcome/ });
      await mail.getByText('Welcome', { exact: true }).click();
      await mail.getByRole('textbox', { name: 'Text' }).fill(value);
    },
    save: press('Publish'),
    values: longer,
  },
  'a licence text': {
    path: '/licences/FABRIC_SHOP/new',
    theirs({ licences }, allowed) {
      const [inForce] = licences.filter(({ licenseType }) => licenseType === 'FABRIC_SHOP');
      if (inForce) licences.unshift({ ...inForce, version: 'theirs', allows: [allowed] });
    },
    change: type('You may'),
    async save() {
      await press('Publish…')();
      await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    },
    values: short,
  },
  'a coupon': {
    path: `/coupons/${coupon._id}`,
    theirs: (_, uses) => Object.assign(coupon, { useLimit: Number(uses) }),
    change: type('Total uses'),
    save: press('Save'),
    values: numbers,
  },
  'the limits of custom requests': {
    path: '/customs',
    theirs: ({ commissionRules }, slots) =>
      Object.assign(commissionRules, { slots: Number(slots), silence: 'accepted' }),
    change: type('Most open requests'),
    save: press('Save'),
    values: numbers,
  },
  'a collection': {
    path: `/collections/${collection.id}`,
    theirs: (_, description) => Object.assign(collection, { description }),
    change: type('Description'),
    save: press('Save'),
    values: longer,
  },
  'a category': {
    path: '/categories',
    theirs: ({ categories }, name) => Object.assign(categories[0] ?? {}, { name }),
    async change(value) {
      await page.getByRole('button', { name: /^Rename / }).click();
      await type('Name')(value);
    },
    save: enter,
    values: short,
  },
  'a featured picture': {
    path: '/front',
    theirs: (_, altText) => Object.assign(image, { altText }),
    change: type('What picture 1 shows'),
    save: enter,
    values: short,
  },
  'a design': {
    path: `/designs/${design.id}`,
    theirs: () => Object.assign(design, { description: longHtml('Theirs') }),
    change: type('Description'),
    save: press('Save'),
    values: longer,
  },
  'a price': {
    path: '/designs',
    theirs: (_, price) => Object.assign(design, { price: Number(price) }),
    async change(value) {
      await page.getByRole('button', { name: /^Price of / }).click();
      await page.getByRole('textbox', { name: /^Price of / }).fill(value);
    },
    save: enter,
    values: numbers,
  },
};

/** The things that the tests share, as they are before anybody changes them. */
const before = structuredClone({ design, coupon, collection, image });

function saved() {
  Object.assign(design, before.design);
  Object.assign(coupon, before.coupon);
  Object.assign(collection, before.collection);
  Object.assign(image, before.image);
  return {
    designs: [design],
    categories: [{ id: newId(), name: 'Clip art', designs: 1 }],
    coupons: [coupon],
    collections: [collection],
    front: [image],
  };
}

test.for(Object.entries(everything))(
  'of %s that two people save, both values can be read, and one chosen',
  async ([, { path, theirs, change, save, values, shown = values }]) => {
    const [theirValue, mine] = values;
    const studio = openStudio({ path, saved: saved() });
    await screenShown();
    theirs(studio.saved, theirValue);
    await change(mine);
    await save();

    await expect.element(conflict).toMatchTextContent('Ben changed this too.');
    for (const value of shown) {
      await expect.element(conflict).toMatchTextContent(value.replaceAll(/\s+/g, ' '));
    }
    await expectSoundScreen();
    await conflict.getByRole('button', { name: /^Use theirs/ }).click();
    await expect.element(conflict).toHaveLength(0);
  },
);

test.for([
  [
    'hero',
    '/texts/hero',
    'Text',
    'Publish',
    (all: SavedStudio, text: string) =>
      publishAsColleague(all, 'hero', (hero) => ({ ...hero, text })),
  ],
  [
    'design',
    `/designs/${design.id}`,
    'Description',
    'Save',
    (_: SavedStudio, text: string) => Object.assign(design, { description: `<p>${text}</p>` }),
  ],
] as const)(
  'their value of a %s is the one in force, even if they save another meanwhile',
  async ([, path, label, save, saveTheirs]) => {
    const studio = openStudio({ path, saved: saved() });
    const text = page.getByRole('textbox', { name: label, exact: true });
    await screenShown();
    saveTheirs(studio.saved, 'Their first');
    await text.fill('My text');
    await press(save)();
    await expect.element(conflict).toMatchTextContent('Their first');

    saveTheirs(studio.saved, 'Their second');
    comeBack();
    await expect.element(conflict).toMatchTextContent('Their second');
    await conflict.getByRole('button', { name: /^Use theirs/ }).click();
    const value = () => {
      // The page's own tree has the mark of a required field in its name.
      const field = page.getByRole('textbox', { name: new RegExp(`^${label}`) }).element();
      return 'value' in field ? field.value : field.textContent;
    };
    await expect.poll(value).toBe('Their second');
  },
);

test('of a long text, the choices are in sight on a phone, and all of it can be read', async () => {
  await page.viewport(360, 740);
  openStudio({ path: `/designs/${design.id}`, saved: saved() });
  await type('Description')(long('Mine'));
  Object.assign(design, { description: longHtml('Theirs') });
  await press('Save')();
  const group = page.getByRole('group', { name: 'Description' });
  const own = () => group.getByRole('definition').first().element().getBoundingClientRect().height;

  for (const name of ['Use theirs', 'Keep mine']) {
    await expect
      .element(group.getByRole('button', { name: new RegExp(`^${name}`) }))
      .toBeInViewport({ ratio: 1 });
  }
  await expect.element(group.getByText('Ben changed this too.')).toBeInViewport({ ratio: 1 });
  const folded = own();
  await group.getByRole('button', { name: 'Show all of mine: Description' }).click();
  await expect.poll(own).toBeGreaterThan(3 * folded);
  await group.getByRole('button', { name: 'Show less of mine: Description' }).click();
  await expect.poll(own).toBe(folded);
});
