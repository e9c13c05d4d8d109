import { randomUUID } from 'node:crypto';
import { imagePath } from '#contract/shop/paths.ts';
import { buyerMessages } from '#contract/studio/buyers.ts';
import { giftMethod } from '#contract/studio/orders.ts';
import { firstPicture } from '../catalogue/first-picture.ts';
import { designsNotFor } from '../catalogue/not-for-fabric-shops.ts';
import { signCards } from '../licences/cards/sign-cards.ts';
import { textsInForce } from '../licences/stored-texts.ts';
import { recordAction } from '../platform/audit/record-action.ts';
import type { AuditedChange } from '../platform/database/change.ts';
import { newId } from '../platform/database/new-id.ts';
import type { Transaction } from '../platform/database/open.ts';
import { Problem } from '../platform/http/problem.ts';
import { letterhead } from '../platform/mail/letterhead.ts';
import type { MailSettings } from '../platform/mail/mail-settings.ts';
import { downloadGiven } from '../platform/mail/order-letters.ts';
import { queueMail } from '../platform/mail/queue-mail.ts';
import { noBuyer } from '../platform/sign-in/no-buyer.ts';
import { isGrantable } from './grantable-designs.ts';
import { newOrderNumber } from './order-number.ts';
import { transition } from './payments/order-state.ts';

/**
 * Gives a design to a buyer for free, as an order of zero that isn't counted as a sale, and mails the buyer.
 * @throws NOT_FOUND; PRODUCT_UNAVAILABLE (also if the buyer is a fabric shop and the design isn't sold to
 * those); CONFLICT if the studio already gave it to this buyer, or the buyer may not buy
 */
export async function grantDownload(
  change: AuditedChange,
  mailSettings: MailSettings,
  { buyerId, productId }: { readonly buyerId: string; readonly productId: string },
): Promise<void> {
  const { tx, now } = change;
  const buyer = await tx
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', buyerId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!buyer) throw noBuyer();
  if (buyer.status === 'rejected') {
    throw new Problem('CONFLICT', 'A rejected buyer can’t download. Approve the account first.');
  }
  const design = await readDesign(tx, productId);
  if ((await designsNotFor(tx, buyer.licenseType, [productId])).has(productId)) {
    throw new Problem('PRODUCT_UNAVAILABLE', buyerMessages.notForFabricShops);
  }
  await assertNotGranted(tx, buyerId, productId);
  const licences = await textsInForce(tx);
  const nowAt = now.toISOString();
  const order = {
    id: newId(now),
    orderNumber: await newOrderNumber(tx),
    customerName: `${buyer.firstName} ${buyer.lastName}`,
    customerEmail: buyer.email,
  };
  await tx
    .insertInto('orders')
    .values({
      ...order,
      accountId: buyerId,
      state: 'draft',
      totalPrice: 0,
      totalDiscount: design.price,
      couponDiscount: 0,
      customerCountry: '',
      customerCity: '',
      acceptedTermsVersion: '',
      createdAt: nowAt,
      updatedAt: nowAt,
      createRequestId: randomUUID(),
      paymentMethod: giftMethod,
    })
    .execute();
  const item = {
    id: newId(now),
    orderId: order.id,
    productId,
    position: 0,
    productName: design.title,
    imageUrl: design.imageUrl,
    price: design.price,
    discountedPrice: design.price > 0 ? 0 : null,
    licenseType: buyer.licenseType,
    licenceTextVersion: licences[buyer.licenseType].version,
    licenceItems: licences[buyer.licenseType].items,
  };
  await tx.insertInto('orderItems').values(item).execute();
  await transition(change, order.id, {
    from: ['draft'],
    to: 'paid',
    kind: 'paid',
    detail: { source: 'studio', isGift: true },
    set: { paidAt: nowAt },
  });
  await signCards(change, mailSettings, order.id);
  const words = { ...order, productName: design.title };
  const letter = downloadGiven(await letterhead(tx, mailSettings), words);
  await queueMail(change, { ...letter, recipient: buyer.email, accountId: buyerId });
  await recordAction(change, {
    action: 'buyer.given_design',
    subjectId: buyerId,
    before: null,
    after: { order: order.id, design: productId },
  });
}

async function readDesign(tx: Transaction, productId: string) {
  const design = await tx
    .selectFrom('products')
    .select(['products.title', 'products.price', firstPicture])
    .where('products.id', '=', productId)
    .where(isGrantable)
    .executeTakeFirst();
  if (!design) {
    throw new Problem('PRODUCT_UNAVAILABLE', 'This design is a draft, or its files aren’t ready.');
  }
  const { title, price, hash } = design;
  return { title, price, imageUrl: hash === null ? '' : imagePath(hash, 640, 'webp') };
}

/** Refuses to give the same design twice, after a second click or by a second staff member. */
async function assertNotGranted(
  tx: Transaction,
  accountId: string,
  productId: string,
): Promise<void> {
  const given = await tx
    .selectFrom('orderItems')
    .innerJoin('orders', 'orders.id', 'orderItems.orderId')
    .select('orders.orderNumber')
    .where('orders.accountId', '=', accountId)
    .where('orders.paymentMethod', '=', giftMethod)
    .where('orderItems.productId', '=', productId)
    .where('orderItems.revokedAt', 'is', null)
    .executeTakeFirst();
  if (!given) return;
  const words = `You already gave the buyer this design, in order ${given.orderNumber}.`;
  throw new Problem('CONFLICT', words);
}
