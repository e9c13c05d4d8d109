import * as v from 'valibot';
import { messages } from '../messages/messages.ts';
import { idSchema, lineSchema } from '../wire/fields.ts';
import { isRealDay } from '../wire/real-day.ts';
import { collectionLimits } from './collections.ts';

/** What the studio says of a sale that it plans. Only the screen with its form loads this. */

export const shopSaleMessages = {
  name: 'Enter a name. Buyers read it above every page.',
  percent: 'Enter a whole number from 1 to 99.',
  day: 'Enter a date.',
  order: 'The last day can’t be before the first.',
} as const;

/** What only the server says. */
export const shopSaleRefusals = {
  dayOver: 'That date has passed. Choose today or later.',
  tooLate: 'Choose a day at most a year from now.',
  noDesigns: 'Choose a collection that has designs, or enter a SKU.',
  noCollection: 'One of these collections no longer exists.',
  noSale: 'This sale no longer exists.',
} as const;

/** Fits in one line above the shop's pages, with what follows it. */
export const shopSaleNameSchema = lineSchema(shopSaleMessages.name, 40);

export const dayFieldSchema = v.pipe(
  v.string(),
  v.isoDate(shopSaleMessages.day),
  v.check(isRealDay, shopSaleMessages.day),
);

export const newShopSaleSchema = v.pipe(
  v.object({
    name: shopSaleNameSchema,
    percent: v.pipe(
      v.number(shopSaleMessages.percent),
      v.integer(shopSaleMessages.percent),
      v.minValue(1, shopSaleMessages.percent),
      v.maxValue(99, shopSaleMessages.percent),
    ),
    firstDay: dayFieldSchema,
    /** The whole of it. */
    lastDay: dayFieldSchema,
    isForAll: v.boolean(),
    /** If it isn't for all: the designs that these collections have now, and those with these SKUs. */
    collectionIds: v.pipe(
      v.array(idSchema),
      v.maxLength(collectionLimits.collections, messages.invalid.tooLong),
    ),
    skus: v.pipe(
      v.array(lineSchema(messages.invalid.fields, 100)),
      v.maxLength(500, messages.invalid.tooLong),
    ),
  }),
  v.forward(
    v.check(({ firstDay, lastDay }) => firstDay <= lastDay, shopSaleMessages.order),
    ['lastDay'],
  ),
);
export type NewShopSale = v.InferOutput<typeof newShopSaleSchema>;
