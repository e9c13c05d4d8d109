import * as v from 'valibot';
import { messages } from '../messages/messages.ts';
import { idSchema, instantSchema } from '../wire/fields.ts';
import { limits } from '../wire/limits.ts';

/**
 * How many of the goods that a licence covers were sold, as its buyer counts them: the sum of a log to which
 * devices only add.
 */
export const licenceCountSchema = v.object({
  sold: v.number(),
  /** How many entries the log has. It never shrinks, so of two answers the one with more entries is newer. */
  entries: v.number(),
  /** The opIds of the newest entries, from which a device that never got the answer sees that they are counted. */
  recent: v.array(v.string()),
});
export type LicenceCount = v.InferOutput<typeof licenceCountSchema>;

/** One entry of the log. Sending it again changes nothing. */
export const countSoldBodySchema = v.object({
  /** The id of the bought item. */
  licenceId: idSchema,
  /** How many more were sold; negative: too many were counted. */
  delta: v.pipe(
    v.number(),
    v.integer(messages.invalid.number),
    v.minValue(-limits.countedAtOnce, messages.invalid.number),
    v.maxValue(limits.countedAtOnce, messages.invalid.number),
    v.notValue(0, messages.invalid.number),
  ),
  /** When it was counted, by the device's clock; only for the buyer to read. */
  at: instantSchema,
  opId: v.pipe(v.string(), v.uuid(messages.invalid.id)),
});
export type CountSoldBody = v.InferOutput<typeof countSoldBodySchema>;

/** An answer with the `version` that every change from the outbox has: the number of entries. */
export const countSoldAnswerSchema = v.object({ version: v.number(), count: licenceCountSchema });
