/** The device has no room, or its disk takes nothing more: Chromium calls that an unknown error. */
const names: ReadonlySet<unknown> = new Set(['QuotaExceededError', 'UnknownError']);

/** Whether a database refused a change for want of room; Dexie puts the reason inside its own errors. */
export function isFullError(error: unknown): boolean {
  if (!(error instanceof Error || error instanceof DOMException)) return false;
  const { name, inner } = error as Error & { inner?: unknown };
  return names.has(name) || isFullError(inner);
}
