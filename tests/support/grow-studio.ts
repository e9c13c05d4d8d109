import { mkdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Adds copies of a drawn studio's designs until there are `count`, each a day older than the previous one
 * and with its own picture URL.
 */
export function growStudio(dataDir: string, count: number): void {
  const database = new DatabaseSync(join(dataDir, 'pinwheel.sqlite'));
  const drawn = database
    .prepare(
      `SELECT p.id, i.hash FROM products p JOIN productImages i ON i.productId = p.id
       WHERE i.position = 0 ORDER BY p.id`,
    )
    .all() as { id: string; hash: string }[];
  const previews = (hash: string) => join(dataDir, 'previews', hash.slice(0, 2), hash);
  mkdirSync(join(dataDir, 'previews', 'c0'), { recursive: true });
  database.exec('BEGIN');
  for (let place = drawn.length; place < count; place++) {
    const source = drawn[place % drawn.length];
    if (!source) break;
    const id = `c0${place.toString(16).padStart(22, '0')}`;
    const hash = `c0${place.toString(16).padStart(62, '0')}`;
    symlinkSync(resolve(previews(source.hash)), previews(hash));
    database
      .prepare(
        `INSERT INTO products (id, title, description, price, discountedPrice, sku, salesCount,
           designers, status, publishedAt, isDesignerFavourite, archiveSha256, archiveBytes, isDemo,
           updatedAt) SELECT ?, ?, description, price, discountedPrice, ?, 0,
           designers, 'published', strftime('%Y-%m-%dT%H:%M:%fZ', '2020-01-01', ?), 0, archiveSha256,
           archiveBytes, 0, updatedAt FROM products WHERE id = ?`,
      )
      .run(id, `Copy ${place}`, `COPY-${place}`, `-${place} days`, source.id);
    database
      .prepare(
        `INSERT INTO productImages (id, productId, position, hash, width, height, color, previewVersion)
         SELECT ?, ?, 0, ?, width, height, color, previewVersion FROM productImages
         WHERE productId = ? AND position = 0`,
      )
      .run(`d0${id.slice(2)}`, id, hash, source.id);
    database
      .prepare(
        'INSERT INTO productCategories SELECT ?, categoryId, position FROM productCategories WHERE productId = ?',
      )
      .run(id, source.id);
  }
  database.exec('COMMIT');
  database.close();
}
