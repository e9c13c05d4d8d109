import { renewUser } from '#api/renew-user.ts';
import { shopClient } from '#api/shop-client.ts';
import type { CustomerDetails, QuotedPayment } from '#contract/shop/order.ts';
import { device } from '#offline/open-device.ts';
import { UnsentError } from './create-problem.ts';
import type { PlacedOrder } from './placed-order.ts';
import type { ShownLicence } from './use-shown-licence.ts';

export interface CreateRequest {
  readonly details: CustomerDetails;
  readonly termsVersion: string;
  readonly licence: ShownLicence | null;
  /** What the buyer agrees to: the total as they have read it, in dollars. */
  readonly expectedTotal: number;
  readonly productIds: readonly string[];
  /** The payment for a custom request instead of for designs. */
  readonly quoted?: QuotedPayment;
  /** The words with which the buyer asks for news from the studio; undefined: they don’t. */
  readonly news?: string | undefined;
}

/**
 * Creates the order, that of a cart once all its changes have been sent. `isFree`: nothing has to be paid.
 * @throws UnsentError, or what the shop's client throws
 */
export async function createOrder(
  accountId: string,
  { details, termsVersion, licence, expectedTotal, productIds, quoted, news }: CreateRequest,
): Promise<{ readonly placed: PlacedOrder; readonly isFree: boolean }> {
  if (!quoted) {
    const sent = await device().sync({ pressed: true });
    if (!sent.isEmpty) throw new UnsentError();
  }
  const { orderId, paypalOrderId, totalPrice } = await shopClient.request('checkout', {
    body: {
      customerDetails: details,
      ...(quoted ? { quoted } : { expectedTotal, productIds: [...productIds] }),
      acceptedTermsVersion: termsVersion,
      ...(licence && { licenseType: licence.licenseType, licenceTextVersion: licence.version }),
      ...(news !== undefined && { news }),
    },
  });
  // Whether it took the wish, the shop says: that of the version before knows of none.
  if (news !== undefined) void renewUser();
  const placed: PlacedOrder = {
    accountId,
    orderId,
    paypalOrderId: paypalOrderId ?? '',
    productIds: [...productIds],
    ...(quoted && { quoted }),
    total: totalPrice,
    isApproved: false,
  };
  return { placed, isFree: paypalOrderId === null };
}
