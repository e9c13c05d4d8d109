/** The device is full, or its disk accepts no more writes, which Chromium reports as an unknown error. */
const fullNames: ReadonlySet<unknown> = new Set(['QuotaExceededError', 'UnknownError']);
/** Chromium's errors for work in progress while it closes a database because the disk is full. */
const abortedNames: ReadonlySet<unknown> = new Set(['AbortError', 'InvalidStateError']);

/** Whether a database refused a change because the device is full. Looks inside Dexie's errors for the cause. */
export function isQuotaError(error: unknown): boolean {
  return isNamed(error, fullNames);
}

/** Like `isQuotaError`, for a database that was open already. */
export function isWriteLostError(error: unknown): boolean {
  return isQuotaError(error) || isNamed(error, abortedNames);
}

function isNamed(error: unknown, names: ReadonlySet<unknown>): boolean {
  if (!(error instanceof Error || error instanceof DOMException)) return false;
  const { name, inner, failures } = error as Error & { inner?: unknown; failures?: unknown };
  const reasons: unknown[] = Array.isArray(failures) ? [inner, ...failures] : [inner];
  return names.has(name) || reasons.some((reason) => isNamed(reason, names));
}
