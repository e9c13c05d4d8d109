import { describe, expect, test } from 'vitest';
import { ApiError } from '#contract/wire/api-error.ts';
import { requestFailure } from '#features/commissions/request-failure.ts';

describe('a failed custom request', () => {
  test('reports an answer without data (E08)', () => {
    expect(requestFailure(new ApiError('PARSING_ERROR'))).toEqual({
      text: 'Failed to create custom order',
      fields: {},
      isThrown: false,
    });
  });

  test('reports a general error if there is no message (E09)', () => {
    for (const error of [new ApiError('FETCH_ERROR'), new ApiError(500), new Error('Broken')]) {
      expect(requestFailure(error)).toEqual({
        text: 'An error occurred',
        fields: {},
        isThrown: true,
      });
    }
  });

  test("shows the server's message, and the errors of refused fields", () => {
    const problem = {
      message: 'Please check the marked fields.',
      code: 'INVALID',
      fields: { name: 'Name is required' },
    } as const;
    expect(requestFailure(new ApiError(422, problem))).toEqual({
      text: problem.message,
      fields: problem.fields,
      isThrown: true,
    });
  });

  test('reports an upload that is too large at the pictures', () => {
    const problem = { message: 'Each image can be up to 10 MB.', code: 'TOO_LARGE' } as const;
    expect(requestFailure(new ApiError(413, problem)).fields).toEqual({
      referenceImages: problem.message,
    });
  });
});
