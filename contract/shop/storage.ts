import * as v from 'valibot';

/** Free space of the shop's storage. `isLow` comes long before `isFull`, when nothing can be saved. */
export const storageStateSchema = v.object({
  freeBytes: v.number(),
  isLow: v.boolean(),
  isFull: v.boolean(),
});
export type StorageState = v.InferOutput<typeof storageStateSchema>;

/** The public part. */
export const storageHealthSchema = v.pick(storageStateSchema, ['isLow', 'isFull']);

export const storageMessages = {
  full: 'The shop’s storage is full. This was not saved. Please try again later.',
  fails: 'The shop can’t save right now. Please try again in a minute.',
  unreachable: 'The shop can’t reach its files right now. Please try again in a minute.',
} as const;
