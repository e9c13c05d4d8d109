import { createStore } from 'zustand/vanilla';

/** A new version of the shop that waits for the buyer's consent; `accept` is null if there is none. */
export interface UpdateOffer {
  readonly accept: (() => void) | null;
}

export const updateOffer = createStore<UpdateOffer>(() => ({ accept: null }));

export function offerUpdate(accept: () => void): void {
  updateOffer.setState({ accept }, true);
}

/** The buyer declined: asked again on the next visit. */
export function putOffUpdate(): void {
  updateOffer.setState({ accept: null }, true);
}
