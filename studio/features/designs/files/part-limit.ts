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
    return rememberedLimit(localStorage.getItem(storageKey), Date.now());
  } catch {
    return null;
  }
}

/** The limit in what was stored, if it isn't too old at `now` (ms since 1970). */
export function rememberedLimit(stored: string | null, now: number): number | null {
  const [, bytes, at] = /^([1-9]\d{0,9}) (\d{1,15})$/.exec(stored ?? '') ?? [];
  const ageMs = now - Number(at);
  return bytes !== undefined && ageMs >= 0 && ageMs < rememberedMs ? Number(bytes) : null;
}
