import { integer, oneOf, table, text } from '../../table.ts';

export const couponTables = {
  coupons: table({
    id: text().key(),
    /** As the studio wrote it. */
    code: text(),
    /** Normalised: the form that is unique and looked up. */
    codeKey: text().unique(),
    discountType: oneOf('percentage', 'fixed'),
    /** Hundredths of a percent, or cents. */
    discount: integer().check('discount > 0'),
    minimumSubtotal: integer(),
    startsAt: text().nullable(),
    /** The coupon doesn't apply from this instant on. */
    endsAt: text().nullable(),
    useLimit: integer().nullable(),
    /** Always the number of its rows in couponUses. */
    used: integer().default(0),
    isOncePerCustomer: integer(),
    /** It applies only to couponProducts and couponCategories, even if those are empty by now. */
    isScoped: integer(),
    /** The studio switched it off. */
    isOff: integer().default(0),
    /** Increases with each save of its dates and limits, to detect a save based on an older version. */
    version: integer().default(1),
    createdAt: text(),
  }).with({
    checks: { couponsNeverOversold: 'used >= 0 and ("useLimit" is null or used <= "useLimit")' },
  }),

  couponProducts: table({
    couponId: text().key().ownedBy('coupons.id'),
    productId: text().key().ownedBy('products.id'),
  }),

  couponCategories: table({
    couponId: text().key().ownedBy('coupons.id'),
    categoryId: text().key().ownedBy('categories.id'),
  }),
};
