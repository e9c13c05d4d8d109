import { createStore } from 'zustand/vanilla';

/** Whether the last request reached the shop. A device can have a network and still not reach it. */
export interface Reach {
  readonly isReached: boolean;
}

export const reach = createStore<Reach>(() => ({ isReached: true }));

/** False while the shop is known to be out of reach. */
export function isShopReached(): boolean {
  return navigator.onLine && reach.getState().isReached;
}

let isAnswered = false;

/** Whether the shop has answered this page at least once. */
export function hasAnswered(): boolean {
  return isAnswered;
}

let noteAnswer = (): void => {};

/** Resolves once the shop has answered this page. */
export const firstAnswer = new Promise<void>((resolve) => {
  noteAnswer = resolve;
});

/** Records whether the last request reached the shop. Called by the page's client, and on messages from the worker. */
export function reportReach(isReached: boolean): void {
  isAnswered ||= isReached;
  if (isReached) noteAnswer();
  if (reach.getState().isReached !== isReached) reach.setState({ isReached }, true);
}

/** Calls back on each sign that the shop can be reached again. Returns a function that stops it. */
export function onReached(listener: () => void): () => void {
  addEventListener('online', listener);
  const leave = reach.subscribe(({ isReached }) => {
    if (isReached) listener();
  });
  return () => {
    removeEventListener('online', listener);
    leave();
  };
}
