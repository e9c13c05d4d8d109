import { randomBytes } from 'node:crypto';
import type { ShopApi } from './shop-api.ts';

/** Gives a design the files and pictures of another. */
export function copyFiles(sql: ShopApi['sql'], from: string, to: string): void {
  sql(
    `INSERT INTO productFiles (id, productId, position, name, mediaType, sha256, bytes, width, height, dpi)
     SELECT lower(hex(randomblob(12))), ?, position, name, mediaType, sha256, bytes, width, height, dpi
     FROM productFiles WHERE productId = ?`,
    to,
    from,
  );
  sql(
    `INSERT INTO productImages (id, productId, position, hash, width, height, color, previewVersion)
     SELECT lower(hex(randomblob(12))), ?, position, hash, width, height, color, previewVersion
     FROM productImages WHERE productId = ?`,
    to,
    from,
  );
}

/** Adds a draft that only lacks text and price: with a picture and a file of the drawn studio. */
export function addDraft({ sql }: ShopApi, title: string): string {
  const id = randomBytes(12).toString('hex');
  const now = new Date().toISOString();
  const [source] = sql(
    `SELECT p.id FROM products p JOIN productFiles f ON f.productId = p.id
     WHERE p.isDemo = 1 GROUP BY p.id HAVING count(*) = 1 ORDER BY p.id LIMIT 1`,
  );
  const from = String(source?.id);
  sql(
    `INSERT INTO products (id, title, description, price, sku, designers, status, publishedAt, updatedAt)
     VALUES (?, ?, '', 0, ?, '[]', 'draft', ?, ?)`,
    id,
    title,
    `D-${id}`,
    now,
    now,
  );
  copyFiles(sql, from, id);
  return id;
}

export const newTitle = (word: string) => `${word} ${randomBytes(3).toString('hex')}`;
