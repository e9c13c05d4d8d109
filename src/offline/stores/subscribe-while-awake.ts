interface Subscription {
  unsubscribe(): void;
}

/**
 * Subscribes, but unsubscribes while the browser freezes this tab: a read that a frozen tab has begun would
 * block changes in all other tabs.
 */
export function subscribeWhileAwake(subscribe: () => Subscription): Subscription {
  let current = subscribe();
  const over = new AbortController();
  // Only `document` gets the event, but a worker has none. So capture it on the global object.
  const options = { capture: true, signal: over.signal };
  globalThis.addEventListener?.('freeze', () => current.unsubscribe(), options);
  globalThis.addEventListener?.(
    'resume',
    () => {
      current = subscribe();
    },
    options,
  );
  return {
    unsubscribe() {
      over.abort();
      current.unsubscribe();
    },
  };
}
