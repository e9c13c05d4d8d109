import * as v from 'valibot';
import { idSchema, messageSchema } from '../wire/fields.ts';
import type { StudioCalls } from './call.ts';
import { listAnswerSchema, listQueryEntries } from './list.ts';
import { newShopSaleSchema } from './new-shop-sale.ts';

/** Sales with a name: a percentage off all designs or some, for some days in the shop's time zone. */

const shopSaleSchema = v.object({
  id: idSchema,
  name: v.string(),
  percent: v.number(),
  firstDay: v.string(),
  lastDay: v.string(),
  state: v.picklist(['planned', 'running', 'ended']),
  /** How many designs were chosen; null: it is for all. */
  designs: v.nullable(v.number()),
});
export type ShopSale = v.InferOutput<typeof shopSaleSchema>;

export const shopSaleCalls = {
  shopSales: {
    method: 'GET',
    path: '/api/studio/sales',
    access: 'studio',
    summary: 'Sales of the shop, newest first',
    query: v.object(listQueryEntries),
    answer: listAnswerSchema(shopSaleSchema),
  },
  previewShopSale: {
    method: 'POST',
    path: '/api/studio/sales-preview',
    access: 'studio',
    summary:
      'Says how many published designs a sale would be for, and how many of them it would lower',
    body: newShopSaleSchema,
    answer: messageSchema,
  },
  createShopSale: {
    method: 'POST',
    path: '/api/studio/sales',
    access: 'studio',
    isRepeatable: true,
    summary: 'Plan a sale of the shop; one whose first day is today begins at once',
    body: newShopSaleSchema,
    answer: messageSchema,
  },
  endShopSale: {
    method: 'DELETE',
    path: '/api/studio/sales/{id}',
    access: 'studio',
    summary: 'End a sale now, or delete it if it has not begun; does nothing if it has ended',
    params: v.object({ id: idSchema }),
    answer: messageSchema,
  },
} as const satisfies StudioCalls;
