import type { Selectable } from 'kysely';
import { couponPath, imageVariant, paths, productPath } from '#contract/shop/paths.ts';
import type { CollectionDesign } from '#contract/studio/collections.ts';
import { mailParagraphs } from '#contract/studio/mails.ts';
import { newsletterRefusals } from '#contract/studio/newsletters.ts';
import type { Seller } from '#contract/studio/seller.ts';
import { couponKey, couponRefusal } from '../coupons/coupon-rules.ts';
import { withPictures } from '../designs/collections/read-collections.ts';
import { countOf } from '../platform/database/count-of.ts';
import type { Reader } from '../platform/database/open.ts';
import type { Tables } from '../platform/database/tables.ts';
import { invalidField } from '../platform/http/problem.ts';
import { type Letter, writeLetter } from '../platform/mail/letter.ts';
import type { Letterhead } from '../platform/mail/letterhead.ts';

/** What a newsletter says. */
export interface WrittenNewsletter {
  readonly subject: string;
  readonly text: string;
  readonly designs: readonly CollectionDesign[];
  /** Empty for none. */
  readonly couponCode: string;
  readonly seller: Pick<Seller, 'name' | 'address'>;
}

/** Only what is in the shop has a link. `unsubscribePath` ends these mails for its reader; a test has none. */
export function newsletterLetter(
  head: Letterhead,
  { subject, text, designs, couponCode, seller }: WrittenNewsletter,
  unsubscribePath?: string,
): Letter {
  return writeLetter(head, {
    subject,
    paragraphs: mailParagraphs(text),
    pictures: designs
      .filter(({ status }) => status === 'published')
      .map(({ id, title, image }) => ({
        label: title,
        path: productPath(id),
        image: image && imageVariant(image.url, 640, 'webp'),
      })),
    action:
      couponCode === ''
        ? { label: 'Visit the shop', path: paths.shop.path }
        : { label: `Use the coupon ${couponCode}`, path: couponPath(couponCode) },
    sender: {
      lines: [
        `You get this e-mail because you asked for news from ${head.studioName}.`,
        ...[seller.name || head.studioName, ...seller.address.split('\n')].filter(
          (line) => line !== '',
        ),
      ],
      link: { label: 'Imprint', path: paths.imprint.path },
    },
    ...(unsubscribePath && { unsubscribePath }),
  });
}

/** The designs with these ids that still exist, in their order. */
export async function newsletterDesigns(
  reader: Reader,
  ids: readonly string[],
): Promise<CollectionDesign[]> {
  if (ids.length === 0) return [];
  const rows = await reader
    .selectFrom('products')
    .select(['id', 'title', 'status', 'price', 'discountedPrice'])
    .where('id', 'in', ids)
    .where('commissionId', 'is', null)
    .execute();
  return withPictures(
    reader,
    ids.flatMap((id) => rows.find((row) => row.id === id) ?? []),
  );
}

type Coupon = Selectable<Tables['coupons']>;

/** A newsletter's coupon; null: it has none. */
export async function couponOf(
  reader: Reader,
  { couponId }: { readonly couponId: string | null },
): Promise<Coupon | null> {
  if (couponId === null) return null;
  const coupons = reader.selectFrom('coupons').selectAll().where('id', '=', couponId);
  return (await coupons.executeTakeFirst()) ?? null;
}

/** The coupon with the code that somebody typed; null: they typed none. @throws INVALID for an unknown one */
export async function typedCoupon(reader: Reader, code: string): Promise<Coupon | null> {
  if (code === '') return null;
  const coupons = reader.selectFrom('coupons').selectAll();
  const coupon = await coupons.where('codeKey', '=', couponKey(code)).executeTakeFirst();
  if (!coupon) throw invalidField('couponCode', newsletterRefusals.noCoupon);
  return coupon;
}

/**
 * Whether nobody can use a coupon at an instant any more. A use that an unpaid order reserves may come back, so only those
 * of paid ones count.
 */
export async function isCouponOver(reader: Reader, coupon: Coupon, at: Date): Promise<boolean> {
  const spent = reader
    .selectFrom('couponUses')
    .where('couponId', '=', coupon.id)
    .where('state', '=', 'spent');
  const all = coupon.useLimit === null ? 0 : await countOf(spent);
  return couponRefusal(coupon, at, { all, own: 0 }) !== null;
}
