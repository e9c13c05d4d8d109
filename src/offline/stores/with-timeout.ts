/** Null for what takes longer. */
export function withTimeout<T>(ms: number, wanted: Promise<T>): Promise<T | null> {
  const tooLong = new Promise<null>((give) => setTimeout(() => give(null), ms));
  return Promise.race([wanted, tooLong]);
}
