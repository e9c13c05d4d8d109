import { notMade } from './close-refund.ts';

/** The provider's reasons for refusing a refund, in words for the studio. */
const words: ReadonlyMap<string, string> = new Map([
  ['CAPTURE_FULLY_REFUNDED', 'The payment was already fully refunded.'],
  ['REFUND_AMOUNT_EXCEEDED', 'That is more than what is left of the payment.'],
  [
    'REFUND_FAILED_INSUFFICIENT_FUNDS',
    'The PayPal balance is too low, and no bank account is set up there.',
  ],
  ['REFUND_TIME_LIMIT_EXCEEDED', 'The payment is too old to be refunded.'],
  ['REFUND_NOT_ALLOWED', 'This payment can’t be refunded.'],
  ['PARTIAL_REFUND_NOT_ALLOWED', 'This payment can only be refunded in full.'],
  ['REFUND_IS_RESTRICTED', 'The PayPal account can’t send refunds right now.'],
  ['REFUND_CAPTURE_CURRENCY_MISMATCH', 'The payment was made in another currency.'],
  [
    'CAPTURE_DISPUTED_PARTIAL_REFUND_NOT_ALLOWED',
    'The payment is disputed and can only be refunded in full.',
  ],
  ['CANNOT_PROCESS_REFUNDS', 'A dispute is open. Settle it in PayPal.'],
  ['PENDING_CAPTURE', 'The payment isn’t complete yet.'],
  ['INVALID_RESOURCE_ID', 'The payment provider doesn’t know this payment.'],
  ['RESOURCE_NOT_FOUND', 'The payment provider doesn’t know this payment.'],
  [notMade, 'The studio checked PayPal and marked it as not refunded.'],
  ['FAILED', 'It was accepted by the payment provider, then failed.'],
  ['CANCELLED', 'It was cancelled at the payment provider.'],
]);

/** Why the provider refused a refund. An unknown reason is shown as the provider's own code. */
export function refusalText(issue: string): string {
  return words.get(issue) ?? `The payment provider refused it (${issue}).`;
}
