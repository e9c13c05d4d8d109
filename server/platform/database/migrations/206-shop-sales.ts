import { integer, table, text } from '../table.ts';

export const tables = {
  /** Sales with a name: a percentage off all designs or some, for some days. */
  shopSales: table({
    id: text().key(),
    name: text(),
    percent: integer(),
    startsAt: text(),
    /** No longer on sale from this instant on. */
    endsAt: text(),
    /** When the shop next shows or hides its name: `startsAt`, then `endsAt`, then null. */
    turnsAt: text().nullable(),
    /** 0: it is for those of `shopSaleDesigns`. */
    isForAll: integer(),
  }).with({
    indexes: { shopSalesByEnd: ['endsAt'], shopSalesByTurn: ['turnsAt'] },
  }),

  shopSaleDesigns: table({
    saleId: text().key().ownedBy('shopSales.id'),
    productId: text().key().ownedBy('products.id'),
  }).with({
    indexes: { shopSalesByDesign: ['productId'] },
  }),
};
