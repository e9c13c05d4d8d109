import type { CommissionMove } from '#contract/shop/commission-states.ts';
import type { QuotePart } from '#contract/shop/order.ts';
import type { QuoteOffer } from '#contract/shop/quote.ts';
import { makeQuote } from '#server/commissions/make-quote.ts';
import { transition, type Who } from '#server/commissions/transition.ts';
import { makeAuditedChange, makeChange } from '#server/platform/database/change.ts';
import { addRequest } from './add-request.ts';
import { callRefused } from './call.ts';
import type { ServiceOverrides } from './make-services.ts';
import { customer, openPaymentShop, type PaymentShop } from './payment-shop.ts';

export const staffId = 'a'.repeat(24);

/** Of $120.00, all of it paid first. */
export const offer: QuoteOffer = {
  price: 120,
  deposit: null,
  included: 'A seamless pattern, PNG at 350 DPI.',
  designType: 'Exclusive',
  rounds: null,
  days: 10,
  validDays: 14,
  replaces: 0,
};

/** With $40.00 paid first. */
export const inParts: QuoteOffer = { ...offer, deposit: 40 };

interface Part {
  readonly part?: QuotePart;
  readonly quoteVersion?: number;
}

/** A shop whose buyer has a custom request with a quote. */
export interface CommissionShop {
  readonly shop: PaymentShop;
  readonly requestId: string;
  quote(changed?: Partial<QuoteOffer>): Promise<void>;
  move(move: CommissionMove, who?: Who): Promise<void>;
  /** Puts files into the design, draws, and delivers. */
  deliver(): Promise<void>;
  checkout(part?: Part): ReturnType<PaymentShop['checkout']>;
  refusal(part?: Part): Promise<{ readonly status: number; readonly code: string }>;
  /** Checkout, approval and capture. Returns the order. */
  pay(part?: Part): Promise<{ readonly orderId: string; readonly paypalOrderId: string | null }>;
  state(): Promise<string>;
}

export async function openCommissionShop(
  first: Partial<QuoteOffer> = offer,
  overrides: ServiceOverrides = {},
): Promise<CommissionShop> {
  const shop = await openPaymentShop(overrides);
  const { services, app, buyer } = shop;
  const requestId = await addRequest(services, { accountId: buyer.id });
  const quoted = ({ part = 'whole', quoteVersion = 1 }: Part) => ({
    requestId,
    part,
    quoteVersion,
  });
  const made: CommissionShop = {
    shop,
    requestId,
    async quote(changed) {
      await makeAuditedChange(services, staffId, (change) =>
        makeQuote(change, requestId, { ...offer, ...changed }),
      );
    },
    async move(move, who = { staffId }) {
      await makeChange(services, (change) => transition(change, requestId, move, who));
    },
    async deliver() {
      const { sha256, bytes } = await services.files.putOriginal(Buffer.from('herons'));
      await services.database.write(async (tx) => {
        const design = await tx
          .selectFrom('products')
          .select('id')
          .where('commissionId', '=', requestId)
          .executeTakeFirstOrThrow();
        await tx
          .insertInto('productFiles')
          .values({
            id: 'f'.repeat(24),
            productId: design.id,
            position: 0,
            name: 'herons.png',
            mediaType: 'image/png',
            sha256,
            bytes,
            width: 3600,
            height: 3600,
            dpi: 350,
          })
          .execute();
      });
      await made.move('draw');
      await made.move('deliver');
    },
    checkout: (part = {}) => shop.checkout({ quoted: quoted(part) }),
    async refusal(part = {}) {
      const body = { customerDetails: customer, quoted: quoted(part) };
      const { status, problem } = await callRefused(app, 'checkout', { body, token: buyer.token });
      return { status, code: problem.code };
    },
    async pay(part) {
      const order = await made.checkout(part);
      await shop.approve(order.paypalOrderId);
      await shop.capture(order.orderId);
      return order;
    },
    async state() {
      const { state } = await services.database.read
        .selectFrom('customRequests')
        .select('state')
        .where('id', '=', requestId)
        .executeTakeFirstOrThrow();
      return state;
    },
  };
  await made.quote(first);
  return made;
}
