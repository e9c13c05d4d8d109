import { messages } from '#contract/messages/messages.ts';
import { ApiError, messageOf } from '#contract/wire/api-error.ts';
import type { CustomerErrors } from './customer-form.ts';

/** Thrown when the outbox couldn't be emptied, so that the server's cart isn't yet what the buyer sees. */
export class UnsentError extends Error {
  override readonly name = 'UnsentError';
}

/** How a failed Create Order is shown. */
export interface CreateProblem {
  readonly text: string;
  /** Shown in the page next to what it concerns; otherwise as a toast. */
  readonly isInline: boolean;
  readonly fields: CustomerErrors;
  readonly needsSignIn: boolean;
}

const inlineCodes: ReadonlySet<string | null> = new Set([
  'PRICE_CHANGED',
  'PRODUCT_UNAVAILABLE',
  'PAYMENT_PENDING',
  'PAYMENTS_UNAVAILABLE',
  'CART_EMPTY',
  'CONFLICT',
  'PAYMENT_IN_REVIEW',
]);

/** Describes the error that creating an order threw. */
export function createProblem(error: unknown): CreateProblem {
  if (error instanceof UnsentError) {
    const text = `${messages.checkout.createFailed}. Some cart changes haven’t been sent yet. They’re saved and will be sent when the connection is back.`;
    return { text, isInline: true, fields: {}, needsSignIn: false };
  }
  const code = error instanceof ApiError ? error.code : null;
  if (code === 'NOT_APPROVED') {
    return { text: messages.access.notApproved, isInline: false, fields: {}, needsSignIn: false };
  }
  return {
    text: messageOf(error, messages.checkout.createFailed),
    isInline: inlineCodes.has(code),
    fields: customerFields(error),
    needsSignIn: code === 'NOT_SIGNED_IN',
  };
}

/** The refused form fields; the server names them with their path. */
function customerFields(error: unknown): CustomerErrors {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    Object.entries(error.fields).map(([name, text]) => [
      name.replace(/^customerDetails\./, ''),
      text,
    ]),
  ) as CustomerErrors;
}
