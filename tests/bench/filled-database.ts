import { previewVersion } from '#server/designs/files/previews.ts';
import { idFrom } from '#server/platform/database/new-id.ts';
import type { Database } from '#server/platform/database/open.ts';
import { recordCatalogueChange } from '#server/platform/database/record-catalogue-change.ts';

const nouns = ['Fox', 'Moon', 'Whale', 'Daisy', 'Rocket', 'Lemon', 'Owl', 'Cloud', 'Berry', 'Dino'];
const moods = [
  'Sleepy',
  'Paper',
  'Tiny',
  'Wild',
  'Sunny',
  'Velvet',
  'Merry',
  'Quiet',
  'Lucky',
  'Rosy',
];
const designers = ['Clementine Fox', 'Juniper Moon'];
const categoryIds = Array.from({ length: 8 }, (_, place) => idFrom(`bench category ${place}`));

export const benchCategoryIds: readonly string[] = categoryIds;

export function benchProductId(place: number): string {
  return idFrom(`bench product ${place}`);
}

const now = new Date('2026-06-01T00:00:00.000Z');

/** Three colours. Without any, the shop would compute them beside whatever is measured, and change each design by that. */
function swatchesAt(place: number): string {
  const random = idFrom(`swatches ${place}`);
  return `f3e0d08${random.slice(0, 6)}4${random.slice(6, 12)}3`;
}

function productAt(place: number) {
  const title = `${moods[place % 10]} ${nouns[Math.floor(place / 10) % 10]} ${place}`;
  const price = 300 + ((place * 37) % 4500);
  return {
    id: benchProductId(place),
    title,
    description: `<p>${title}, drawn by hand in gouache colours.</p><ul><li>Seamless repeat, 8 × 8 inches at 350 DPI</li><li>Small handmade shops need no extra licence</li></ul>`,
    price,
    discountedPrice: place % 3 === 0 ? Math.floor(price * 0.8) : null,
    sku: `B-${place}`,
    salesCount: (place * 7919) % 900,
    keywords: JSON.stringify({
      motif: [nouns[Math.floor(place / 10) % 10], nouns[place % 7]].map((noun) =>
        noun?.toLowerCase(),
      ),
      occasion: [['baby', 'birthday', 'christmas'][place % 3]],
      style: [['boho', 'retro'][place % 2]],
      color: [['blue', 'pink', 'green'][place % 3]],
    }),
    designers: JSON.stringify([designers[place % 2]]),
    status: 'published',
    publishedAt: new Date(now.getTime() - place * 3_600_000).toISOString(),
    isDesignerFavourite: 0,
    archiveSha256: null,
    archiveBytes: null,
    isDemo: 0,
    updatedAt: now.toISOString(),
  } as const;
}

/** Adds `count` published designs to an empty database, each with a picture, a file and a description. */
export async function fillDatabase(database: Database, count: number): Promise<void> {
  await database.write(async (tx) => {
    for (const [position, id] of categoryIds.entries()) {
      await tx
        .insertInto('categories')
        .values({ id, name: `Category ${position}`, position, isDemo: 0 })
        .execute();
    }
  });
  const slice = 500;
  for (let start = 0; start < count; start += slice) {
    const places = Array.from(
      { length: Math.min(slice, count - start) },
      (_, step) => start + step,
    );
    await database.write(async (tx) => {
      await tx.insertInto('products').values(places.map(productAt)).execute();
      await tx
        .insertInto('productCategories')
        .values(
          places.map((place) => ({
            productId: benchProductId(place),
            categoryId: categoryIds[place % 8] ?? '',
            position: 0,
          })),
        )
        .execute();
      await tx
        .insertInto('productImages')
        .values(
          places.map((place) => ({
            id: idFrom(`image ${place}`),
            productId: benchProductId(place),
            position: 0,
            hash: 'ab'.repeat(32),
            width: 1200,
            height: 1200,
            color: '#f3e0d0',
            swatches: swatchesAt(place),
            previewVersion,
          })),
        )
        .execute();
      await tx
        .insertInto('productFiles')
        .values(
          places.map((place) => ({
            id: idFrom(`file ${place}`),
            productId: benchProductId(place),
            position: 0,
            name: 'design.png',
            mediaType: 'image/png',
            sha256: 'cd'.repeat(32),
            bytes: 900_000,
            width: 2800,
            height: 2800,
            dpi: 350,
          })),
        )
        .execute();
      await recordCatalogueChange({ tx, now }, null);
    });
  }
}
