import {
  editedCollection,
  type ListedCollection,
  type StudioCollection,
} from '#contract/studio/collections.ts';
import type { CouponLimits, StudioCoupon } from '#contract/studio/coupons.ts';
import type { StudioFeaturedImage } from '#contract/studio/featured-images.ts';
import { found, pageOf } from './designs-at-fetch.ts';
import { newId } from './new-id.ts';
import { refuseIfChanged, saveChanged } from './save-changed.ts';
import type { StudioHandlers } from './studio-at-fetch.ts';

/** What the studio has; a colleague's change is a change of it. */
export interface SavedLists {
  readonly coupons: StudioCoupon[];
  readonly collections: StudioCollection[];
  readonly front: StudioFeaturedImage[];
}

/** A coupon for ten percent, with defaults for everything a test doesn't care about. */
export function makeCoupon(part: Partial<StudioCoupon> = {}): StudioCoupon {
  return {
    _id: newId(),
    version: 1,
    code: 'FOX10',
    discountType: 'percentage',
    discountAmount: 10,
    minimumSubtotal: 0,
    startsAt: null,
    endsAt: null,
    useLimit: null,
    used: 0,
    isOncePerCustomer: false,
    isOff: false,
    scope: null,
    ...part,
  };
}

const listed = ({ designs, ...collection }: StudioCollection): ListedCollection => ({
  ...collection,
  designs: designs.length,
  shown: designs.length,
});

export function listHandlers({ coupons, collections, front }: SavedLists): StudioHandlers {
  const couponOf = (id: string) => found(coupons.map(withId), id).row;
  const imageOf = (id: string) => found(front.map(withId), id).row;
  return {
    coupons: ({ query: { page, search } }) =>
      pageOf(
        coupons.filter(({ code }) => code.toLowerCase().includes(search.toLowerCase())),
        page,
      ),
    coupon: ({ params: { id } }) => couponOf(id),
    couponCategories: () => ({ categories: [] }),
    createCoupon({ body: { skus, categoryIds: _, ...terms } }) {
      const scope = skus.length > 0 ? { skus, categories: [] } : null;
      const coupon = makeCoupon({ ...terms, scope });
      coupons.unshift(coupon);
      return coupon;
    },
    limitCoupon({ params: { id }, body }) {
      const coupon = couponOf(id);
      saveChanged<Partial<CouponLimits>>(coupon, body);
      return Object.assign(coupon, { version: coupon.version + 1 });
    },
    switchCoupon: ({ params: { id }, body: { isOff } }) => Object.assign(couponOf(id), { isOff }),
    collections: () => ({ items: collections.map(listed) }),
    collection: ({ params: { id } }) => found(collections, id),
    saveCollection({ params: { id }, body }) {
      const collection = found(collections, id);
      const edited = editedCollection(collection);
      saveChanged<Partial<typeof edited>>(edited, body);
      const { designIds, ...fields } = edited;
      const designs = collection.designs.filter((design) => designIds.includes(design.id));
      return Object.assign(collection, fields, { designs, version: collection.version + 1 });
    },
    front: () => ({ images: front }),
    describeFrontImage({ params: { id }, body: { from, altText } }) {
      const image = imageOf(id);
      refuseIfChanged('altText', image.altText, { from, to: altText });
      Object.assign(image, { altText });
      return { images: front };
    },
  };
}

const withId = <R extends { readonly _id: string }>(row: R) => ({ id: row._id, row });
