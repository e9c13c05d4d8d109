import { useSyncExternalStore } from 'react';

let spoken = '';
const listeners = new Set<() => void>();

/** Has screen readers announce `text` after what they are reading. */
export function announce(text: string): void {
  spoken = text;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The invisible live region that is announced, also over an open dialog. Render it once per page. */
export function Announcer() {
  const text = useSyncExternalStore(subscribe, () => spoken);
  return (
    <p className="visually-hidden" aria-live="polite" data-live-announcer="true">
      {text}
    </p>
  );
}
