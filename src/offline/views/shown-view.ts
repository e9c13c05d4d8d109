/** What the device shows of one set now, and who is told when that changes. */
export interface ShownView<V> {
  readonly get: () => V;
  readonly watch: (listener: () => void) => () => void;
  /** Shows what the database holds, and keeps it for the next first paint. */
  show(view: V): void;
  /** Shows what is only about to be written. */
  foresee(view: V): void;
}

export function createShownView<V>(first: V, keep: (view: V) => void): ShownView<V> {
  let shown = first;
  const listeners = new Set<() => void>();

  function foresee(view: V): void {
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
      foresee(view);
    },
    foresee,
  };
}
