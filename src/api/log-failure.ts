/** Logs a failure that the specification says to log only, to the browser's console. */
export function logFailure(what: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the one place where the shop writes to the console
  console.warn(what, error);
}
