import { createHash } from 'node:crypto';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { practicePassword } from '#contract/shop/practice-accounts.ts';
import { demoProductId, demoProducts, seedDemo } from '#demo/seed.ts';
import { idFrom } from '#server/platform/database/new-id.ts';
import { openSqlite } from '#server/platform/database/sqlite.ts';
import { argonPasswords } from '#server/platform/sign-in/passwords.ts';

/** Adds the rows of a small demo studio to an empty folder; drawing comes later. */
export async function plantTestStudio(directory: string, designs: number): Promise<void> {
  const database = await openSqlite(directory);
  const hash = await argonPasswords().hash(practicePassword);
  await database.write((tx) => seedDemo({ tx, now: new Date() }, designs, hash));
  await database.close();
}

/**
 * Gives the designs after the first `drawn` pictures of those, each at an address of its own, so that
 * they aren't drawn: that would take most of the time of making the studio.
 */
export function copyPictures(directory: string, drawn: number, designs: number): void {
  const database = new DatabaseSync(join(directory, 'pinwheel.sqlite'));
  const known = database
    .prepare('SELECT hash, position FROM productImages ORDER BY position, hash')
    .all() as { hash: string; position: number }[];
  const insert = database.prepare(
    `INSERT INTO productImages (id, productId, position, hash, width, height, color, swatches, miniature, previewVersion)
     SELECT ?, ?, position, ?, width, height, color, swatches, miniature, previewVersion FROM productImages WHERE hash = ?`,
  );
  const folderOf = (hash: string) => join(directory, 'previews', hash.slice(0, 2), hash);
  for (const [turn, { slug, previews }] of demoProducts(designs).slice(drawn).entries()) {
    for (const place of previews.keys()) {
      const alike = known.filter(({ position }) => position === place);
      const source = alike[turn % alike.length];
      // Left to be drawn.
      if (!source) continue;
      const id = idFrom(`demo image ${slug} ${place}`);
      const hash = createHash('sha256').update(id).digest('hex');
      cpSync(folderOf(source.hash), folderOf(hash), { recursive: true });
      insert.run(id, demoProductId(slug), hash, source.hash);
    }
  }
  database.close();
}
