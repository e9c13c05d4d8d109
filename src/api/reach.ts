import { createStore } from 'zustand/vanilla';

/** Whether the shop answered when it was last asked. A device may have a network and still not reach it. */
export interface Reach {
  readonly isReached: boolean;
}

export const reach = createStore<Reach>(() => ({ isReached: true }));

/** False while the shop is known to be out of reach. */
export function isShopReached(): boolean {
  return navigator.onLine && reach.getState().isReached;
}

let isAnswered = false;

/** Whether the shop has answered this page at all. */
export function hasAnswered(): boolean {
  return isAnswered;
}

/** Says how the last question went; told by the page's client and by the worker. */
export function noteReach(isReached: boolean): void {
  isAnswered ||= isReached;
  if (reach.getState().isReached !== isReached) reach.setState({ isReached }, true);
}
