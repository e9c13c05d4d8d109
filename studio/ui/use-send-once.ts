import { useRef } from 'react';

/**
 * Sends a text under a new id. A retry after a failure has the same id, so that what it adds is added once; a text that was
 * changed since is another.
 */
export function useSendOnce() {
  const tried = useRef<{ readonly text: string; readonly id: string } | null>(null);
  return async <T>(text: string, send: (id: string) => Promise<T>): Promise<T> => {
    if (tried.current?.text !== text) tried.current = { text, id: freshId() };
    const answer = await send(tried.current.id);
    tried.current = null;
    return answer;
  };
}

function freshId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
