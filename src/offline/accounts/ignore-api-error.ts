import { ApiError } from '#contract/wire/api-error.ts';

/** @throws every error that isn't the answer, or the silence, of the shop */
export function ignoreApiError(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
}
