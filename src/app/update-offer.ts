import { createStore } from 'zustand/vanilla';

/** A new version of the shop that waits for the buyer's consent; `accept` null: none does. */
export interface UpdateOffer {
  readonly accept: (() => void) | null;
}

export const updateOffer = createStore<UpdateOffer>(() => ({ accept: null }));

export function offerUpdate(accept: () => void): void {
  updateOffer.setState({ accept }, true);
}

/** The buyer said not now: asked again at the next visit. */
export function putOffUpdate(): void {
  updateOffer.setState({ accept: null }, true);
}
