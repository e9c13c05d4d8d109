const key = 'carried-state';

/**
 * Saves a history entry's state for the next document. At the checkout's border the browser drops it,
 * because the opener policy changes.
 */
export function carryState(to: string, state: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ to, state }));
  } catch {
    // Without session storage the next page starts without it.
  }
}

/** Restores the state of the entry just loaded, in the form the router expects; call it before the router reads it. */
export function restoreCarriedState(): void {
  try {
    const carried = sessionStorage.getItem(key);
    if (carried === null) return;
    sessionStorage.removeItem(key);
    const { to, state } = JSON.parse(carried) as { to: unknown; state: unknown };
    const isHere = to === location.pathname + location.search + location.hash;
    if (isHere) history.replaceState({ ...history.state, usr: state, key: 'carried' }, '');
  } catch {
    // State that can't be read is ignored.
  }
}
