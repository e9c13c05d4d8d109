const key = 'carried-state';

/**
 * Keeps a history entry's state for the document that is loaded next. The browser itself drops it
 * at the checkout's border, where the opener policy changes.
 */
export function carryState(to: string, state: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ to, state }));
  } catch {
    // Without session storage the next page starts without it.
  }
}

/** Gives the entry just loaded its state back, as the router keeps it; before the router reads it. */
export function restoreCarriedState(): void {
  try {
    const carried = sessionStorage.getItem(key);
    if (carried === null) return;
    sessionStorage.removeItem(key);
    const { to, state } = JSON.parse(carried) as { to: unknown; state: unknown };
    const isHere = to === location.pathname + location.search + location.hash;
    if (isHere) history.replaceState({ ...history.state, usr: state, key: 'carried' }, '');
  } catch {
    // What can't be read is let be.
  }
}
