import { expressionBuilder } from 'kysely';
import type { Tables } from '../platform/database/tables.ts';

/** The `hash` of a design's first picture, of which its position needn't be 0; for queries that have `products`. */
export const firstPicture = expressionBuilder<Tables, 'products'>()
  .selectFrom('productImages')
  .select('productImages.hash')
  .whereRef('productImages.productId', '=', 'products.id')
  .orderBy('productImages.position')
  .limit(1)
  .as('hash');
