import { statfs } from 'node:fs/promises';
import type { StorageState } from '#contract/shop/storage.ts';

/** How much room a disk has for this process, in bytes. */
export interface DiskRoom {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** Reads the room on the disk of a folder. */
export type MeasureRoom = (directory: string) => Promise<DiskRoom>;

/** Low: less than a tenth of the disk, but at least and at most this much. */
const lowBytes = { least: 1_000_000_000, most: 10_000_000_000 };
/** Full: too little for the database to write its log and for an upload's next part. */
const fullBytes = 4_000_000;

/** How much room the shop's storage has, as it was measured last. Nothing measures for a request. */
export interface StorageGauge {
  state(): StorageState;
  /** Measures again. After a write that failed for lack of room it is full until this finds room. */
  measure(): Promise<StorageState>;
  /** A write failed for lack of room, whatever the disk says: a quota can be used up before it. */
  noteFull(): void;
}

/** Opens the gauge of the disk that `directory` is on. */
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

/** Room that only the system's administrator may use doesn't count. */
async function measureDisk(directory: string): Promise<DiskRoom> {
  const { bavail, blocks, bsize } = await statfs(directory);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
