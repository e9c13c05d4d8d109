import * as v from 'valibot';
import { messages } from '../messages/messages.ts';
import { idSchema, instantSchema } from '../wire/fields.ts';
import { limits } from '../wire/limits.ts';

/**
 * A browser that is signed in to the account. `name`: as its owner named it, or else as `system` says, such as
 * `Chrome on Android`. `isThis`: the one that asks.
 */
export const deviceSchema = v.object({
  id: idSchema,
  name: v.string(),
  system: v.string(),
  signedInAt: instantSchema,
  lastSeenAt: instantSchema,
  isThis: v.boolean(),
});
export type AccountDevice = v.InferOutput<typeof deviceSchema>;

export const devicesAnswerSchema = v.object({ devices: v.array(deviceSchema) });

/** The name its owner gives a device; empty: none. */
export const renameDeviceSchema = v.object({
  name: v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(limits.deviceNameMax, messages.invalid.tooLong),
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
    v.regex(/^[^\u0000-\u001f\u007f]*$/, messages.invalid.characters),
  ),
});
