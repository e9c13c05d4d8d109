import { priceToPay } from '#contract/wire/money.ts';
import type { Change } from '#server/platform/database/change.ts';
import { idFrom } from '#server/platform/database/new-id.ts';
import type { DemoProduct } from './drawing/demo-studio.ts';

interface DemoCollection {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  /** Of its designs, in order. */
  readonly titles: readonly string[];
  /** Its designs cost a fifth less together. */
  readonly isCheaper: boolean;
}

const collections: readonly DemoCollection[] = [
  {
    slug: 'the-sleepy-woods',
    name: 'The Sleepy Woods',
    description:
      'Foxes after supper, squirrels with savings and a town hall under the toadstools. Drawn in one autumn palette, so any two of them sew well together.',
    titles: [
      'Foxglove Nap',
      'Squirrel Savings Bank',
      'Toadstool Town Hall',
      'Hedge Row',
      'Leaf Litter',
      'Night Owls Only',
    ],
    isCheaper: true,
  },
  {
    slug: 'seven-small-seas',
    name: 'Seven Small Seas',
    description:
      'Whales that say hello, an octopus who pours the tea, and turtles who are in no rush. For bath towels, swim bags and rooms with a round window.',
    titles: [
      'Seven Small Seas',
      'Whale, Hello There',
      'Octopus Tea Dance',
      'Clownfish Commute',
      'Turtles, No Rush',
      'Mermaid Roof Tiles',
    ],
    isCheaper: true,
  },
  {
    slug: 'bedtime-sky',
    name: 'Bedtime Sky',
    description:
      'A moon, a rocket and all the stars that are left. Quiet enough for pyjamas, big enough for a duvet.',
    titles: ['Hush Now, Moon', 'Rocket Bedtime', 'Join the Stars', 'Rainbow After Lunch'],
    isCheaper: true,
  },
  {
    slug: 'the-flower-stall',
    name: 'The Flower Stall',
    description:
      'Daisies, poppies and tulips by the dozen, with one bee who knows them all. Mix a large bloom with a small one.',
    titles: [
      'Daisy Chain Reaction',
      'Poppy Post',
      'Tulips by the Dozen',
      'Rambling Rosie',
      'Bee Line',
      'Ditsy Hour',
    ],
    isCheaper: true,
  },
  {
    slug: 'sweet-shop-saturday',
    name: 'Sweet Shop Saturday',
    description:
      'Strawberries, lemonade and a cupcake committee in session. Aprons, bunting and birthday tables.',
    titles: [
      'Strawberry Social',
      'Lemonade Stand',
      'Ice-Cream Van',
      'Cupcake Committee',
      'Jellybean Dots',
    ],
    isCheaper: false,
  },
];

/** Inserts the collections whose designs are all there; a shop with fewer designs has fewer. */
export async function seedCollections(
  { tx }: Change,
  products: readonly DemoProduct[],
  idOf: (slug: string) => string,
): Promise<void> {
  for (const [position, { titles, isCheaper, ...collection }] of collections.entries()) {
    const designs = titles.flatMap((title) => products.find((each) => each.title === title) ?? []);
    if (designs.length < titles.length) continue;
    const id = idFrom(`demo collection ${collection.slug}`);
    const singles = designs.reduce(
      (sum, { price, discountedPrice }) => sum + priceToPay(price, discountedPrice),
      0,
    );
    const price = isCheaper ? Math.floor((singles * 0.8) / 100) * 100 : null;
    await tx
      .insertInto('collections')
      .values({ ...collection, id, price, coverId: null, isPublished: 1, position, isDemo: 1 })
      .execute();
    const members = designs.map(({ slug }, place) => ({
      collectionId: id,
      productId: idOf(slug),
      position: place,
    }));
    await tx.insertInto('collectionDesigns').values(members).execute();
  }
}
