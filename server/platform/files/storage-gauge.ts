import { statfs } from 'node:fs/promises';
import type { StorageState } from '#contract/shop/storage.ts';

/** How much room a disk has for this process, in bytes. */
export interface DiskRoom {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** Measures the room on the disk of a folder. */
export type MeasureRoom = (directory: string) => Promise<DiskRoom>;

/** Storage is low with less than a tenth of the disk free, within these bounds. */
const lowBytes = { least: 1_000_000_000, most: 10_000_000_000 };
/** Storage is full with less than the database needs for its log and an upload for its next part. */
const fullBytes = 4_000_000;

/** The room of the shop's storage, as last measured. Requests never trigger a measurement. */
export interface StorageGauge {
  state(): StorageState;
  /** Measures again. After `noteFull`, the storage counts as full until this finds room. */
  measure(): Promise<StorageState>;
  /** Reports a write that failed for lack of room, even if the disk has some: a quota may be used up earlier. */
  noteFull(): void;
}

export async function openStorageGauge(
  directory: string,
  measureRoom: MeasureRoom = measureDisk,
): Promise<StorageGauge> {
  let state = stateOf(await measureRoom(directory));
  return {
    state: () => state,
    async measure() {
      state = stateOf(await measureRoom(directory));
      return state;
    },
    noteFull() {
      state = { ...state, isLow: true, isFull: true };
    },
  };
}

function stateOf({ freeBytes, totalBytes }: DiskRoom): StorageState {
  const isLow = freeBytes < Math.min(lowBytes.most, Math.max(lowBytes.least, totalBytes / 10));
  return { freeBytes, isLow, isFull: freeBytes < fullBytes };
}

/** Room reserved for the system's administrator doesn't count. */
export async function measureDisk(directory: string): Promise<DiskRoom> {
  const { bavail, blocks, bsize } = await statfs(directory);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
