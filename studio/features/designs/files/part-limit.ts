import { create } from 'zustand';

interface PartLimit {
  /** The largest part of an upload that reaches the shop at this address, in bytes; null: no limit is known. */
  readonly bytes: number | null;
  /** Notes what a proxy in front of the shop lets through. */
  lower(bytes: number): void;
}

const storageKey = 'pinwheel-studio-part-limit';
/** Then the full size is tried again, since the limit may have been raised. */
const rememberedMs = 24 * 3_600_000;

export const partLimit = create<PartLimit>((set) => ({
  bytes: readStored(),
  lower(bytes) {
    set({ bytes });
    try {
      localStorage.setItem(storageKey, `${bytes} ${Date.now()}`);
    } catch {
      // Blocked or full: the next page finds out again.
    }
  },
}));

function readStored(): number | null {
  try {
    const [bytes = 0, at = 0] = (localStorage.getItem(storageKey) ?? '').split(' ').map(Number);
    return bytes > 0 && Date.now() - at < rememberedMs ? bytes : null;
  } catch {
    return null;
  }
}
