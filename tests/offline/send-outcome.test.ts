import { describe, expect, test } from 'vitest';
import { ApiError } from '#contract/wire/api-error.ts';
import type { ProblemCode } from '#contract/wire/problem.ts';
import { isUnanswered, outcomeOf } from '#offline/outbox/send-outcome.ts';

const kindOf = (status: ApiError['status'], code?: ProblemCode | 'UNKNOWN') =>
  outcomeOf(new ApiError(status, code ? { message: 'Reason', code } : null)).kind;

describe('an op that could not be sent', () => {
  test.each([
    ['no network', 'FETCH_ERROR'],
    ['a timeout', 'TIMEOUT_ERROR'],
    ['a page instead of an answer', 'PARSING_ERROR'],
    ['a proxy in between', 403],
    ['a proxy that finds no server', 502],
  ] as const)('waits after %s', (_, status) => {
    expect(kindOf(status)).toBe('later');
  });

  test('waits while the shop is busy, down or restarting', () => {
    expect(kindOf(429, 'TOO_MANY')).toBe('later');
    expect(kindOf(503, 'UNAVAILABLE')).toBe('later');
    expect(kindOf(507, 'STORAGE_FULL')).toBe('later');
    expect(kindOf(500, 'INTERNAL')).toBe('fault');
  });

  test('waits for the buyer to sign in, and to be approved', () => {
    expect(kindOf(401, 'NOT_SIGNED_IN')).toBe('ask');
    expect(kindOf(403, 'NOT_APPROVED')).toBe('later');
  });

  test('is judged by the status if only a newer server knows the code', () => {
    for (const status of [400, 403, 404, 409, 410, 422] as const) {
      expect(kindOf(status, 'UNKNOWN')).toBe('refused');
    }
    expect(kindOf(401, 'UNKNOWN')).toBe('ask');
    expect(kindOf(429, 'UNKNOWN')).toBe('later');
    expect(kindOf(500, 'UNKNOWN')).toBe('fault');
  });

  test('is refused by every other answer of the shop', () => {
    expect(kindOf(400, 'MALFORMED')).toBe('refused');
    expect(kindOf(404, 'NOT_FOUND')).toBe('refused');
    expect(kindOf(409, 'PRODUCT_UNAVAILABLE')).toBe('refused');
    expect(kindOf(422, 'KEY_REUSED')).toBe('refused');
  });

  test('waits after an error that is no answer at all', () => {
    expect(outcomeOf(new Error('boom')).kind).toBe('later');
  });
});

describe('an answer from something between the device and the shop', () => {
  const isForeign = (status: ApiError['status'], code?: ProblemCode) =>
    outcomeOf(new ApiError(status, code ? { message: 'Reason', code } : null)).isForeign;

  test.each([403, 404, 451, 511, 'PARSING_ERROR'] as const)(
    'can be %s in another format',
    (status) => {
      expect(isForeign(status)).toBe(true);
    },
  );

  test("is neither the shop's own refusal, nor a busy or failing server, nor a missing answer", () => {
    expect(isForeign(403, 'FORBIDDEN')).toBe(false);
    expect(isForeign(404, 'NOT_FOUND')).toBe(false);
    for (const status of [408, 425, 429, 500, 502, 503, 504] as const) {
      expect(isForeign(status)).toBe(false);
    }
    expect(isForeign('FETCH_ERROR')).toBe(false);
    expect(isForeign('TIMEOUT_ERROR')).toBe(false);
    expect(outcomeOf(new Error('boom')).isForeign).toBe(false);
  });
});

test("an answer without data counts as the shop's", () => {
  expect(isUnanswered(new ApiError('PARSING_ERROR'))).toBe(false);
});
