/** Waits until all of this work has ended, so that none goes on after a failure. @throws the first failure */
export async function allEnded(running: readonly Promise<unknown>[]): Promise<void> {
  const results = await Promise.allSettled(running);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
