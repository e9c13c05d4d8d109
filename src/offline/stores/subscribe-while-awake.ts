interface Subscription {
  unsubscribe(): void;
}

/**
 * A subscription that ends while the browser has frozen this tab, and begins anew when it is awake:
 * what a frozen tab had begun to read would hold up every other tab's changes.
 */
export function subscribeWhileAwake(subscribe: () => Subscription): Subscription {
  let current = subscribe();
  const over = new AbortController();
  // Told to the document only, which the worker hasn't: caught on the way there.
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
