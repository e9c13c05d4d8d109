/** Waits until all of them have ended, so that none goes on in what is then cleaned up. @throws the first failure */
export async function allEnded(running: readonly Promise<unknown>[]): Promise<void> {
  const results = await Promise.allSettled(running);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
