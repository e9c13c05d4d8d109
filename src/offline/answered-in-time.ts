/** A database is waited for this long, in milliseconds. */
const patienceMs = 2_000;

/** A database has neither done what it was asked for nor refused it; it may still do it. */
export class SilentDatabaseError extends Error {}

/** What a database answers. @throws SilentDatabaseError where it says nothing for so long */
export async function answeredInTime<T>(wanted: PromiseLike<T>, ms = patienceMs): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new SilentDatabaseError()), ms);
  });
  try {
    return await Promise.race([wanted, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
