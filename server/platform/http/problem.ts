import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { type ProblemBody, type ProblemCode, problemStatus } from '#contract/wire/problem.ts';

/** An error answer. Thrown anywhere below a route; `onError` turns it into `{message, code}`. */
export class Problem extends Error {
  override name = 'Problem';
  readonly code: ProblemCode;
  readonly extra: Omit<ProblemBody, 'message' | 'code'>;
  /** Seconds for `Retry-After`. */
  readonly retryAfter: number | null;

  constructor(
    code: ProblemCode,
    message: string,
    extra: Omit<ProblemBody, 'message' | 'code'> & { retryAfter?: number } = {},
  ) {
    super(message);
    const { retryAfter, ...rest } = extra;
    this.code = code;
    this.extra = rest;
    this.retryAfter = retryAfter ?? null;
  }

  get status(): ContentfulStatusCode {
    return problemStatus[this.code] as ContentfulStatusCode;
  }

  get body(): ProblemBody {
    return { message: this.message, code: this.code, ...this.extra };
  }
}

/** Refuses what one field of the body has, in words for the whole answer and for the field alike. */
export function invalidField(field: string, message: string): Problem {
  return new Problem('INVALID', message, { fields: { [field]: message } });
}
