/** Does the work of each item, one after another, also after one failed. @throws AggregateError of all that failed, at the end */
export async function attemptEach<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) await work(item).catch((error) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, 'failed in part');
}
