/** How many polls run at once, so that a few slow ones don't block the others. */
const lanes = 6;

interface Polling<Due> {
  /** Claims the most urgent item that is due, so that nobody else takes it; null if there is none. */
  claim(): Promise<Due | null>;
  poll(due: Due): Promise<void>;
  isStopped(): boolean;
}

/**
 * Polls due items, a few at a time, until none is left or `isStopped`. `claim` must move the item's next poll
 * into the future. If a poll fails, the others continue and its error is thrown at the end. Returns how many
 * were polled.
 */
export async function pollDue<Due>({ claim, poll, isStopped }: Polling<Due>): Promise<number> {
  let polled = 0;
  async function runLane(): Promise<void> {
    while (!isStopped()) {
      const due = await claim();
      if (due === null) return;
      polled += 1;
      await poll(due);
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: lanes }, runLane));
  const failed = ended.find((lane) => lane.status === 'rejected');
  if (failed) throw failed.reason;
  return polled;
}
