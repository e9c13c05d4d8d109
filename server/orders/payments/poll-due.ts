/** So many polls are under way at once: a few that hang don't keep the others waiting. */
const lanes = 6;

interface Polling<Due> {
  /** Takes the most urgent one that is due, so that nobody else takes it; null where none is. */
  claim(): Promise<Due | null>;
  poll(due: Due): Promise<void>;
  isStopped(): boolean;
}

/**
 * Polls one after the other until none is due, a few at a time; answers how many. A claim must move
 * the next poll into the future. Where one fails, the others go on, and the failure is thrown at the
 * end. Once `isStopped`, none is begun any more.
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
