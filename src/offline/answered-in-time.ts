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

/** Asks a database as `answeredInTime` does, and nothing more until it has answered what is overdue. */
export type Asking = <T>(work: () => PromiseLike<T>, ms?: number) => Promise<T>;

/** `onAnswer`: the database answers after all. */
export function createAsking(onAnswer: () => void = () => {}): Asking {
  let isOverdue = false;

  function goOn(): void {
    isOverdue = false;
    onAnswer();
  }

  return async (work, ms) => {
    if (isOverdue) throw new SilentDatabaseError();
    const wanted = work();
    return answeredInTime(wanted, ms).catch((error: unknown) => {
      if (error instanceof SilentDatabaseError) {
        isOverdue = true;
        void wanted.then(goOn, goOn);
      }
      throw error;
    });
  };
}
