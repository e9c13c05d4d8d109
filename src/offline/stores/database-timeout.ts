/** A database is waited for this long, in milliseconds. */
const patienceMs = 2_000;
/** Where pictures may be written, which takes long on a phone. */
export const picturesMs = 15_000;

/** A database has neither done what it was asked for nor refused it; it may still do it. */
export class SilentDatabaseError extends Error {}

/**
 * What a database answers. `moreMs` is asked at the end of the time how much longer to wait.
 * @throws SilentDatabaseError where it says nothing for so long
 */
export async function withDatabaseTimeout<T>(
  wanted: PromiseLike<T>,
  ms = patienceMs,
  moreMs = () => 0,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new SilentDatabaseError());
    timer = setTimeout(() => {
      const more = moreMs();
      if (more > 0) timer = setTimeout(giveUp, more);
      else giveUp();
    }, ms);
  });
  try {
    return await Promise.race([wanted, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

/** Asks a database as `answeredInTime` does, and waits for nothing more while an answer is overdue. */
export type DatabaseGuard = <T>(
  work: () => PromiseLike<T>,
  ms?: number,
  moreMs?: () => number,
) => Promise<T>;

/** What is overdue may never be answered: so long after it another question is put. */
const restMs = 10_000;

/** `onAnswer`: the database answers after all. */
export function createDatabaseGuard(onAnswer: () => void = () => {}): DatabaseGuard {
  let isOverdue = false;
  let isResting = false;

  function goOn(): void {
    if (!isOverdue) return;
    isOverdue = false;
    onAnswer();
  }

  /** Whichever answer comes first ends the silence. */
  function listen(overdue: PromiseLike<unknown>): void {
    isOverdue = true;
    isResting = true;
    setTimeout(() => {
      isResting = false;
    }, restMs);
    void overdue.then(goOn, goOn);
  }

  return async (work, ms, moreMs) => {
    if (isOverdue) {
      if (!isResting) listen(work());
      throw new SilentDatabaseError();
    }
    const wanted = work();
    return withDatabaseTimeout(wanted, ms, moreMs).catch((error: unknown) => {
      if (error instanceof SilentDatabaseError) listen(wanted);
      throw error;
    });
  };
}
