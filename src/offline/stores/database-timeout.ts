/** How long to wait for a database, in ms. */
const patienceMs = 2_000;
/** How long to wait if pictures may be written, which is slow on a phone. */
export const picturesMs = 15_000;

/** A database didn't answer in time. It may still do what it was asked for. */
export class SilentDatabaseError extends Error {}

/**
 * Resolves with the database's answer. After `ms`, calls `moreMs` for how much longer to wait.
 * @throws SilentDatabaseError if there is no answer by then
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

/** Runs database work like `withDatabaseTimeout`. While an answer is overdue, it throws at once instead of waiting again. */
export type DatabaseGuard = <T>(
  work: () => PromiseLike<T>,
  ms?: number,
  moreMs?: () => number,
) => Promise<T>;

/** An overdue answer may never come. So try again after this long. */
const restMs = 10_000;

/** Creates a guard for one database. `onAnswer` is called when the database responds again. */
export function createDatabaseGuard(onAnswer: () => void = () => {}): DatabaseGuard {
  let isOverdue = false;
  let isResting = false;

  function goOn(): void {
    if (!isOverdue) return;
    isOverdue = false;
    onAnswer();
  }

  /** Waits for an overdue answer in the background. After the first one, the database counts as responding again. */
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
