import { createHash } from 'node:crypto';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { practicePassword } from '#contract/shop/practice-accounts.ts';
import { demoProductId, demoProducts, seedDemo } from '#demo/seed.ts';
import { demoStudio } from '#demo/studio.ts';
import { makePreviews, type Previewed } from '#server/designs/files/previews.ts';
import { idFrom } from '#server/platform/database/new-id.ts';
import { openSqlite } from '#server/platform/database/sqlite.ts';
import { openDiskStore } from '#server/platform/files/disk.ts';
import { argonPasswords } from '#server/platform/sign-in/passwords.ts';

/** The pictures of these are drawn, a dark one and one with red, and one of the featured ones is. */
const drawnDesigns: readonly string[] = ['night-owls-only', 'winter-window-set'];

/**
 * Fills an empty folder with a small demo studio without originals. Most pictures are copies of others, each at an
 * address of its own: to draw them all would take most of the time of making the studio.
 */
export async function plantTestStudio(directory: string, designs: number): Promise<void> {
  const database = await openSqlite(directory);
  const hash = await argonPasswords().hash(practicePassword);
  await database.write((tx) => seedDemo({ tx, now: new Date() }, designs, hash));
  const products = demoProducts(designs);
  const images = products.flatMap(({ slug, previews }) =>
    previews.map((draw, position) => ({
      id: idFrom(`demo image ${slug} ${position}`),
      productId: demoProductId(slug),
      position,
      draw,
      isDrawn: drawnDesigns.includes(slug),
    })),
  );
  const pictures = await makePictures(directory, images);
  const scenes = demoStudio.featured.map(({ altText, draw }, position) => ({
    id: idFrom(`demo featured ${position}`),
    altText,
    position,
    isDemo: 1,
    draw,
    isDrawn: position === 0,
  }));
  const featured = await makePictures(directory, scenes);
  await database.write(async (tx) => {
    for (const [{ draw: _, isDrawn: __, ...row }, picture] of pictures) {
      await tx
        .insertInto('productImages')
        .values({ ...row, ...picture })
        .execute();
    }
    for (const [{ draw: _, isDrawn: __, ...row }, picture] of featured) {
      const { hash, width, height, color, miniature } = picture;
      await tx
        .insertInto('featuredImages')
        .values({ ...row, hash, width, height, color, miniature })
        .execute();
    }
  });
  await database.close();
}

interface Picture {
  readonly id: string;
  readonly draw: () => string;
  /** Otherwise it is a copy of one that is. */
  readonly isDrawn: boolean;
}

/** Each with its previews. */
async function makePictures<T extends Picture>(
  directory: string,
  pictures: readonly T[],
): Promise<(readonly [T, Previewed])[]> {
  const files = await openDiskStore(directory);
  const drawn: (readonly [T, Previewed])[] = [];
  for (const picture of pictures.filter(({ isDrawn }) => isDrawn)) {
    drawn.push([picture, await makePreviews(files, Buffer.from(picture.draw()))]);
  }
  const folderOf = (hash: string) => join(directory, 'previews', hash.slice(0, 2), hash);
  const copies = pictures
    .filter(({ isDrawn }) => !isDrawn)
    .map((picture, turn) => {
      const [, source] = drawn[turn % drawn.length] ?? [];
      if (!source) throw new Error('The demo has no design of those that are drawn.');
      const hash = createHash('sha256').update(picture.id).digest('hex');
      cpSync(folderOf(source.hash), folderOf(hash), { recursive: true });
      return [picture, { ...source, hash }] as const;
    });
  return [...drawn, ...copies];
}
