/** The error for an object that isn't there. A 404 alone may come from a proxy, or mean that the bucket is gone. */
export const noSuchKey = 'NoSuchKey';
/** The error for an upload in parts that was completed or ended. */
export const noSuchUpload = 'NoSuchUpload';

/** The status of an answer; null if there was none. */
export function statusOf(error: unknown): number | null {
  const answer: unknown = Reflect.get(error as object, '$metadata');
  const status: unknown = answer && Reflect.get(answer as object, 'httpStatusCode');
  return typeof status === 'number' ? status : null;
}

/** What went wrong, in a word or two for the log. */
export function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code: unknown = Reflect.get(error, 'code');
  if (typeof code === 'string') return code;
  const status = statusOf(error);
  // The name of an answer that isn't the server's own, such as a page of a proxy, or that is empty, says nothing.
  return status !== null && /^(Error|Unknown)$/.test(error.name) ? `HTTP ${status}` : error.name;
}
