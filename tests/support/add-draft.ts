import { randomBytes } from 'node:crypto';
import type { ShopApi } from './shop-api.ts';

/** Adds an empty draft directly to the database of a running shop; returns its id. */
export function addDraft(
  api: ShopApi,
  title: string,
  status: 'draft' | 'published' = 'draft',
): string {
  const id = randomBytes(12).toString('hex');
  const now = new Date().toISOString();
  api.sql(
    `INSERT INTO products (id, title, description, price, sku, salesCount, designers, status,
       publishedAt, isDesignerFavourite, isDemo, updatedAt)
     VALUES (?, ?, '', 1200, ?, 0, '["Clementine Fox"]', ?, ?, 0, 0, ?)`,
    id,
    title,
    `T-${id}`,
    status,
    now,
    now,
  );
  return id;
}
