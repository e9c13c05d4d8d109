import { liveQuery } from 'dexie';

/** When to repeat a query that failed, in ms. */
const retryMs = 1_000;

/**
 * Calls back with a query's result now and after each commit in any tab that changes it. A query that fails,
 * as while the page sleeps or a full disk makes the browser close its databases, is repeated: Dexie notices no
 * change of what it never read. Returns a function that stops it.
 */
export function watchQuery<T>(
  query: () => PromiseLike<T>,
  onChange: (value: T) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  function retryLater(error: unknown): never {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(retry, retryMs);
    throw error;
  }

  const changes = liveQuery(() => query().then((value) => value, retryLater) as Promise<T>);
  let subscription = changes.subscribe(onChange);

  function retry(): void {
    subscription.unsubscribe();
    subscription = changes.subscribe(onChange);
  }

  return () => {
    isStopped = true;
    clearTimeout(timer);
    subscription.unsubscribe();
  };
}
