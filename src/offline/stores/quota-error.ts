/** The device has no room, or its disk takes nothing more: Chromium calls that an unknown error. */
const fullNames: ReadonlySet<unknown> = new Set(['QuotaExceededError', 'UnknownError']);
/** What Chromium says of work under way while it closes a database for want of room. */
const abortedNames: ReadonlySet<unknown> = new Set(['AbortError', 'InvalidStateError']);

/** Whether a database refused a change for want of room; Dexie puts the reason inside its own errors. */
export function isQuotaError(error: unknown): boolean {
  return isNamed(error, fullNames);
}

/** As `isFullError`, of a database that was open. */
export function isWriteLostError(error: unknown): boolean {
  return isQuotaError(error) || isNamed(error, abortedNames);
}

function isNamed(error: unknown, names: ReadonlySet<unknown>): boolean {
  if (!(error instanceof Error || error instanceof DOMException)) return false;
  const { name, inner, failures } = error as Error & { inner?: unknown; failures?: unknown };
  const reasons: unknown[] = Array.isArray(failures) ? [inner, ...failures] : [inner];
  return names.has(name) || reasons.some((reason) => isNamed(reason, names));
}
