/** Resolves with `wanted`, or with null after `ms`. */
export function withTimeout<T>(ms: number, wanted: Promise<T>): Promise<T | null> {
  const tooLong = new Promise<null>((give) => setTimeout(() => give(null), ms));
  return Promise.race([wanted, tooLong]);
}
