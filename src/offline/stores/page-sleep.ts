/**
 * Knows when the browser keeps this page without running it: in its back/forward cache, or frozen in the
 * background. An open transaction of such a page would block all other pages of the shop; in WebKit, until the
 * page is thrown away.
 */
export interface PageSleep {
  /** The factory, with its transactions and upgrades aborted when the page falls asleep, and until it wakes. */
  guarding(factory: IDBFactory): IDBFactory;
  /** Runs database work, and once more when the page is awake again if sleep has aborted it. */
  outlasting<T>(work: () => PromiseLike<T>): Promise<T>;
  /** Calls back each time the page falls asleep, until `signal` is aborted. */
  onSleep(listener: () => void, signal: AbortSignal): void;
}

/** `events` is where the browser tells it. */
export function createPageSleep(events: Partial<Pick<EventTarget, 'addEventListener'>>): PageSleep {
  const open = new Set<IDBTransaction>();
  const falls = new EventTarget();
  let awake = Promise.withResolvers<void>();
  awake.resolve();
  let isAsleep = false;
  let sleeps = 0;

  function fallAsleep(): void {
    if (isAsleep) return;
    isAsleep = true;
    sleeps += 1;
    awake = Promise.withResolvers();
    for (const transaction of open) abort(transaction);
    falls.dispatchEvent(new Event('sleep'));
  }

  function wake(): void {
    if (!isAsleep) return;
    isAsleep = false;
    awake.resolve();
  }

  // Only `document` gets some of these, but a worker has none. So capture them on the global object.
  const listen = (type: string, listener: (event: Event) => void) =>
    events.addEventListener?.(type, listener, { capture: true });
  listen('freeze', fallAsleep);
  listen('resume', wake);
  listen('pagehide', (event) => {
    // A page that isn't kept ends, and its transactions with it.
    if ('persisted' in event && event.persisted) fallAsleep();
  });
  listen('pageshow', wake);

  function note(transaction: IDBTransaction): IDBTransaction {
    open.add(transaction);
    for (const end of ['complete', 'abort']) {
      transaction.addEventListener(end, () => open.delete(transaction));
    }
    // Not at once: Dexie needs an open transaction to look at a database that it has just opened.
    if (isAsleep) queueMicrotask(() => abort(transaction));
    return transaction;
  }

  return {
    guarding: (factory) => ({
      open(...where) {
        const opening = factory.open(...where);
        opening.addEventListener('upgradeneeded', () => {
          if (opening.transaction) note(opening.transaction);
        });
        opening.addEventListener('success', () => {
          const database = opening.result;
          const begin = database.transaction.bind(database);
          database.transaction = (...what) => note(begin(...what));
        });
        return opening;
      },
      deleteDatabase: (name) => factory.deleteDatabase(name),
      databases: () => factory.databases(),
      cmp: (one, other) => factory.cmp(one, other),
    }),
    async outlasting(work) {
      for (;;) {
        const before = sleeps;
        try {
          return await work();
        } catch (error) {
          if (!isAsleep && sleeps === before) throw error;
          await awake.promise;
        }
      }
    },
    onSleep: (listener, signal) => falls.addEventListener('sleep', listener, { signal }),
  };
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It is being committed, and done soon whatever the page does.
  }
}

/** This page's, or this worker's, which never sleeps. */
export const pageSleep = createPageSleep(globalThis);
