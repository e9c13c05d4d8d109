import { notMade } from './close-refund.ts';

/** The provider's reasons for refusing a refund, in words for the studio. */
const words: ReadonlyMap<string, string> = new Map([
  ['CAPTURE_FULLY_REFUNDED', 'The whole payment went back already.'],
  ['REFUND_AMOUNT_EXCEEDED', 'That is more than what is left of the payment.'],
  [
    'REFUND_FAILED_INSUFFICIENT_FUNDS',
    'The balance at the payment provider is too low, and no bank account is set up there.',
  ],
  ['REFUND_TIME_LIMIT_EXCEEDED', 'The payment is too old to be given back there.'],
  ['REFUND_NOT_ALLOWED', 'The payment cannot be given back there.'],
  ['PARTIAL_REFUND_NOT_ALLOWED', 'Of this payment only all can be given back.'],
  ['REFUND_IS_RESTRICTED', 'The account at the payment provider may not give money back now.'],
  ['REFUND_CAPTURE_CURRENCY_MISMATCH', 'The payment was made in another currency.'],
  ['CAPTURE_DISPUTED_PARTIAL_REFUND_NOT_ALLOWED', 'It is disputed: only all can be given back.'],
  ['CANNOT_PROCESS_REFUNDS', 'A dispute is open: settle it at the payment provider.'],
  ['PENDING_CAPTURE', 'The payment is not through yet.'],
  ['INVALID_RESOURCE_ID', 'The payment provider does not know this payment.'],
  ['RESOURCE_NOT_FOUND', 'The payment provider does not know this payment.'],
  [notMade, 'The studio looked at the payment provider and closed it as not made.'],
  ['FAILED', 'It failed at the payment provider after it was taken on.'],
  ['CANCELLED', 'It was cancelled at the payment provider.'],
]);

/** Why the provider refused a refund. An unknown reason is shown as the provider's own code. */
export function refusalText(issue: string): string {
  return words.get(issue) ?? `The payment provider refused it (${issue}).`;
}
