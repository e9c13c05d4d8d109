import * as v from 'valibot';

/** The room that the shop's storage has. `isLow` comes long before `isFull`, at which nothing can be saved. */
export const storageStateSchema = v.object({
  freeBytes: v.number(),
  isLow: v.boolean(),
  isFull: v.boolean(),
});
export type StorageState = v.InferOutput<typeof storageStateSchema>;

/** What everybody may know of it. */
export const storageHealthSchema = v.pick(storageStateSchema, ['isLow', 'isFull']);

export const storageMessages = {
  full: "The shop's storage is full. This was not saved. Please try again later.",
  fails: "The shop's storage can't be written right now. Please try again in a minute.",
} as const;
