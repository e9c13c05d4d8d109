import * as v from 'valibot';

/**
 * What went wrong, for code to branch on. Messages are for people; never compare them.
 * REMOVED: from a staff member's session that ended with their removal. WRONG_PASSWORD: from someone who is
 * signed in, and stays signed in. CODE_REFUSED: a wrong one-time code;
 * another attempt is allowed. CODE_ENDED: the code or token no longer works; request a new code. CONFLICT:
 * the request no longer fits the current state; reload. PAYMENTS_UNAVAILABLE: the shop can't take payments now, from any buyer;
 * PROVIDER_UNAVAILABLE: the payment provider gave no clear answer.
 */
export const problemCodes = [
  'MALFORMED',
  'INVALID',
  'NOT_SIGNED_IN',
  'REMOVED',
  'WRONG_CREDENTIALS',
  'WRONG_PASSWORD',
  'NOT_APPROVED',
  'FORBIDDEN',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'CONFLICT',
  'EMAIL_TAKEN',
  'PRICE_CHANGED',
  'CART_EMPTY',
  'PRODUCT_UNAVAILABLE',
  'ORDER_VOID',
  'PAYMENT_NOT_APPROVED',
  'PAYMENT_DECLINED',
  'PAYMENTS_UNAVAILABLE',
  'PAYMENT_PENDING',
  'PAYMENT_IN_REVIEW',
  'COUPON_REFUSED',
  'CODE_REFUSED',
  'CODE_ENDED',
  'CUSTOMS_CLOSED',
  'CHANGED_MEANWHILE',
  'KEY_REUSED',
  'UPLOAD_OFFSET',
  'TOO_LARGE',
  'UNSUPPORTED_TYPE',
  'TOO_MANY',
  'PROVIDER_UNAVAILABLE',
  'UNAVAILABLE',
  'STORAGE_FULL',
  'INTERNAL',
] as const;

export const problemCodeSchema = v.picklist(problemCodes);
export type ProblemCode = (typeof problemCodes)[number];

/** Replaces a code that only a newer server knows. The client then goes by the HTTP status. */
export const unknownCode = 'UNKNOWN';

/**
 * The body of every error answer. `fields` names each refused field (422). `cart` comes with PRICE_CHANGED.
 * `offset` comes with UPLOAD_OFFSET: how many bytes the server has.
 */
export const problemSchema = v.object({
  message: v.string(),
  code: problemCodeSchema,
  fields: v.optional(v.record(v.string(), v.string())),
  cart: v.optional(v.unknown()),
  offset: v.optional(v.number()),
});
export type ProblemBody = v.InferOutput<typeof problemSchema>;

/** A problem as a client parses it, from any version of the server. */
export const readProblemSchema = v.object({
  ...problemSchema.entries,
  code: v.union([
    problemCodeSchema,
    v.pipe(
      v.string(),
      v.regex(/^[A-Z][A-Z_]*$/),
      v.transform((): typeof unknownCode => unknownCode),
    ),
  ]),
});
export type ReadProblem = v.InferOutput<typeof readProblemSchema>;

/** The HTTP status of each code. */
export const problemStatus: Readonly<Record<ProblemCode, number>> = {
  MALFORMED: 400,
  INVALID: 422,
  NOT_SIGNED_IN: 401,
  REMOVED: 401,
  WRONG_CREDENTIALS: 401,
  WRONG_PASSWORD: 422,
  NOT_APPROVED: 403,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  EMAIL_TAKEN: 409,
  PRICE_CHANGED: 409,
  CART_EMPTY: 409,
  PRODUCT_UNAVAILABLE: 409,
  ORDER_VOID: 409,
  PAYMENT_NOT_APPROVED: 409,
  PAYMENT_DECLINED: 409,
  PAYMENTS_UNAVAILABLE: 409,
  PAYMENT_PENDING: 409,
  PAYMENT_IN_REVIEW: 409,
  COUPON_REFUSED: 409,
  CODE_REFUSED: 409,
  CODE_ENDED: 409,
  CUSTOMS_CLOSED: 409,
  CHANGED_MEANWHILE: 409,
  KEY_REUSED: 422,
  UPLOAD_OFFSET: 409,
  TOO_LARGE: 413,
  UNSUPPORTED_TYPE: 415,
  TOO_MANY: 429,
  PROVIDER_UNAVAILABLE: 503,
  UNAVAILABLE: 503,
  STORAGE_FULL: 507,
  INTERNAL: 500,
};
