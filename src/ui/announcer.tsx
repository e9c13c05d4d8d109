import { useSyncExternalStore } from 'react';

let spoken = '';
const listeners = new Set<() => void>();

/** Has screen readers say `text` when they are done with what they read. */
export function announce(text: string): void {
  spoken = text;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The invisible line that is read out, over an open dialog too. One on the page. */
export function Announcer() {
  const text = useSyncExternalStore(subscribe, () => spoken);
  return (
    <p className="visually-hidden" aria-live="polite" data-live-announcer="true">
      {text}
    </p>
  );
}
