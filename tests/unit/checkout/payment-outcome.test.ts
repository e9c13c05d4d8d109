import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { messages } from '#contract/messages/messages.ts';
import { ApiError } from '#contract/wire/api-error.ts';
import { type ProblemCode, problemStatus, readProblemSchema } from '#contract/wire/problem.ts';
import { createProblem, UnsentError } from '#features/checkout/create-problem.ts';
import { paymentOutcome } from '#features/checkout/payment-outcome.ts';
import { isForDesigns, type PlacedOrder } from '#features/checkout/placed-order.ts';

const refusal = (code: ProblemCode, message = 'Reason') =>
  new ApiError(problemStatus[code], { code, message });

describe('a capture that returned no order', () => {
  test('goes back to choosing a payment method if nothing was paid', () => {
    expect(paymentOutcome(refusal('PAYMENT_DECLINED')).next).toBe('choose');
    expect(paymentOutcome(refusal('PAYMENT_NOT_APPROVED')).next).toBe('choose');
  });

  test('can be tried again later while the shop can’t be paid', () => {
    const text = messages.checkout.unavailable;
    expect(paymentOutcome(refusal('PAYMENTS_UNAVAILABLE', text))).toEqual({ next: 'later', text });
  });

  test('is asked for again by a page that doesn’t know the code yet, with the shop’s own words', () => {
    const read = v.parse(readProblemSchema, { code: 'LATER_CODE', message: 'Not now.' });
    expect(paymentOutcome(new ApiError(409, read))).toEqual({ next: 'ask', text: 'Not now.' });
  });

  test('leaves nothing to do while a payment is pending or in review', () => {
    expect(paymentOutcome(refusal('PAYMENT_PENDING')).next).toBe('wait');
    expect(paymentOutcome(refusal('PAYMENT_IN_REVIEW')).next).toBe('wait');
  });

  test('needs a new order if this one is gone', () => {
    expect(paymentOutcome(refusal('ORDER_VOID')).next).toBe('renew');
  });

  test('may have been paid if no answer came, and is tried again', () => {
    expect(paymentOutcome(new ApiError('FETCH_ERROR'))).toEqual({
      next: 'ask',
      text: 'Error capturing payment',
    });
    expect(paymentOutcome(refusal('PROVIDER_UNAVAILABLE')).next).toBe('ask');
    expect(paymentOutcome(refusal('NOT_SIGNED_IN')).next).toBe('ask');
  });

  test.each(['UNAVAILABLE', 'STORAGE_FULL'] as const)(
    'may have been paid if the shop could not save it (%s), which is what the buyer reads',
    (code) => {
      expect(paymentOutcome(refusal(code, 'This was not saved.'))).toEqual({
        next: 'ask',
        text: messages.checkout.captureUnknown,
      });
    },
  );

  test("shows the server's message if there is one", () => {
    expect(paymentOutcome(refusal('PAYMENT_DECLINED', 'Declined.')).text).toBe('Declined.');
  });
});

describe('an order that could not be created', () => {
  test("shows the server's message, or else the fallback", () => {
    expect(createProblem(refusal('TOO_MANY', 'Slower, please.')).text).toBe('Slower, please.');
    expect(createProblem(new ApiError('TIMEOUT_ERROR')).text).toBe('Error creating order');
  });

  test('tells the buyer that the account is not approved', () => {
    expect(createProblem(refusal('NOT_APPROVED')).text).toBe('You are not an approved user.');
  });

  test('is shown in the page if the cart is the problem', () => {
    expect(createProblem(refusal('PRICE_CHANGED')).isInline).toBe(true);
    expect(createProblem(refusal('PRODUCT_UNAVAILABLE')).isInline).toBe(true);
    expect(createProblem(refusal('PAYMENTS_UNAVAILABLE')).isInline).toBe(true);
    expect(createProblem(new UnsentError()).isInline).toBe(true);
    expect(createProblem(new ApiError('FETCH_ERROR')).isInline).toBe(false);
  });

  test("shows a refused field's error at that field", () => {
    const error = new ApiError(422, {
      code: 'INVALID',
      message: 'Look again',
      fields: { 'customerDetails.email': 'Invalid email address' },
    });
    expect(createProblem(error).fields).toEqual({ email: 'Invalid email address' });
  });

  test('leads to sign-in when the session has ended', () => {
    expect(createProblem(refusal('NOT_SIGNED_IN')).needsSignIn).toBe(true);
  });
});

test('a placed order is valid for exactly its designs, in any order', () => {
  const placed: PlacedOrder = {
    accountId: 'a',
    orderId: 'o',
    paypalOrderId: 'p',
    productIds: ['fox', 'moon'],
    total: 9,
    isApproved: false,
  };
  expect(isForDesigns(placed, ['moon', 'fox'])).toBe(true);
  expect(isForDesigns(placed, ['fox'])).toBe(false);
  expect(isForDesigns(placed, ['fox', 'whale'])).toBe(false);
});
