/** The current view of one list, with listeners for its changes. */
export interface ShownView<V> {
  readonly get: () => V;
  readonly watch: (listener: () => void) => () => void;
  /** Shows what the database holds, and saves it for the next first paint. */
  show(view: V): void;
  /** Shows an optimistic update: a change that isn't stored yet. */
  showOptimistic(view: V): void;
}

export function createShownView<V>(first: V, keep: (view: V) => void): ShownView<V> {
  let shown = first;
  const listeners = new Set<() => void>();

  function showOptimistic(view: V): void {
    shown = view;
    for (const listener of listeners) listener();
  }

  return {
    get: () => shown,
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    show(view) {
      keep(view);
      showOptimistic(view);
    },
    showOptimistic,
  };
}
