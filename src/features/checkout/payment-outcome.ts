import { messages } from '#contract/messages/messages.ts';
import { ApiError, messageOf } from '#contract/wire/api-error.ts';

/**
 * What a capture that returned no order means for the buyer. `choose`: nothing was paid, another payment
 * method can be chosen. `later`: nothing was paid, and no payment works now. `wait`: the payment is being processed, nothing to do. `ask`: the result is unknown;
 * asking again is safe, because an order is paid only once. `renew`: the order is gone, a new one can be
 * created.
 */
export interface PaymentOutcome {
  readonly next: 'choose' | 'later' | 'wait' | 'ask' | 'renew';
  readonly text: string;
}

/** Describes the error that the capture call threw. */
export function paymentOutcome(error: unknown): PaymentOutcome {
  const text = messageOf(error, messages.checkout.captureFailed);
  if (!(error instanceof ApiError)) return { next: 'ask', text };
  switch (error.code) {
    case 'PAYMENT_DECLINED':
    case 'PAYMENT_NOT_APPROVED':
      return { next: 'choose', text };
    case 'PAYMENTS_UNAVAILABLE':
      return { next: 'later', text };
    case 'PAYMENT_PENDING':
    case 'PAYMENT_IN_REVIEW':
      return { next: 'wait', text };
    case 'ORDER_VOID':
    case 'NOT_FOUND':
      return { next: 'renew', text };
    case 'UNAVAILABLE':
    case 'STORAGE_FULL':
      // The shop may only have failed to save a payment that was made.
      return { next: 'ask', text: messages.checkout.captureUnknown };
    default:
      return { next: 'ask', text };
  }
}
