/** Why a request failed, in a word such as `ECONNREFUSED`: `fetch` itself says only that it failed. */
export function causeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (!(cause instanceof Error)) return 'unknown';
  const code: unknown = Reflect.get(cause, 'code');
  return typeof code === 'string' ? code : cause.message;
}
