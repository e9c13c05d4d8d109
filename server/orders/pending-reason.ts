import { messages } from '#contract/messages/messages.ts';

/** What PayPal says about a payment that isn't complete (`CaptureIncompleteReason` of its server SDK). */
interface PendingReason {
  /** For staff. */
  readonly text: string;
  /** For the buyer, if it tells them something that they can wait for or do. */
  readonly note?: string;
  /** It goes on only once the shop does something. */
  readonly isForShop?: true;
}

const inPayPal = 'Accept or refuse it in the shop’s PayPal account';

const reasons: ReadonlyMap<string, PendingReason> = new Map<string, PendingReason>([
  [
    'ECHECK',
    { text: 'It is an eCheck, which clears in 3–5 days.', note: messages.checkout.pendingCheck },
  ],
  [
    'TRANSACTION_APPROVED_AWAITING_FUNDING',
    {
      text: 'The buyer has approved it, but PayPal doesn’t have the money yet.',
      note: messages.checkout.pendingFunding,
    },
  ],
  ['PENDING_REVIEW', { text: 'PayPal is reviewing it.', note: messages.checkout.pendingReview }],
  ['BUYER_COMPLAINT', { text: 'The buyer disputes it at PayPal. Answer there.', isForShop: true }],
  ['CHARGEBACK', { text: 'The buyer’s bank took it back. Answer in PayPal.', isForShop: true }],
  [
    'INTERNATIONAL_WITHDRAWAL',
    {
      text: `${inPayPal}, which can’t take money from abroad by itself.`,
      isForShop: true,
    },
  ],
  [
    'RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION',
    {
      text: `${inPayPal}, whose settings don’t accept such payments by themselves, for example in another currency.`,
      isForShop: true,
    },
  ],
  [
    'UNILATERAL',
    {
      text: 'The e-mail address that it was sent to isn’t confirmed in a PayPal account. Confirm it in PayPal.',
      isForShop: true,
    },
  ],
  [
    'VERIFICATION_REQUIRED',
    { text: 'The shop’s PayPal account isn’t verified. Verify it in PayPal.', isForShop: true },
  ],
  [
    'DECLINED_BY_RISK_FRAUD_FILTERS',
    {
      text: 'The fraud filters of the shop’s PayPal account stopped it. Look at it in PayPal.',
      isForShop: true,
    },
  ],
  ['REFUNDED', { text: 'It was refunded.' }],
  ['OTHER', { text: 'PayPal gives no reason.' }],
]);

/** Why a payment or refund isn't complete, for staff. An unknown reason is shown as the provider's own code. */
export function pendingReasonText(reason: string): string {
  return reasons.get(reason)?.text ?? `PayPal’s reason: ${reason}.`;
}

/** Whether the shop has to do something before the payment goes on. */
export function isForShop(reason: string | undefined): boolean {
  return reasons.get(reason ?? '')?.isForShop === true;
}

/** What a buyer should know about their pending payment; undefined: nothing special. */
export function noteForBuyer(reason: string | undefined): string | undefined {
  return reasons.get(reason ?? '')?.note;
}
