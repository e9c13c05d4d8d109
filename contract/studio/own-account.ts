import * as v from 'valibot';
import { messages } from '../messages/messages.ts';
import { idSchema, instantSchema } from '../wire/fields.ts';
import {
  recoveryCodesSchema,
  staffPasswordSchema,
  studioUserSchema,
  totpSchema,
} from './account.ts';
import type { StudioCalls } from './call.ts';

/** What staff members manage of their own accounts. */

/** A staff member's name: one line, which may be empty. */
export const staffNameSchema = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(100, messages.invalid.tooLong),
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
  v.regex(/^[^\u0000-\u001f\u007f]*$/, messages.invalid.characters),
);

/** A signed-in device. `name`: browser and system in plain words. `isThis`: the one that asks. */
const deviceSchema = v.object({
  id: idSchema,
  name: v.string(),
  signedInAt: instantSchema,
  lastSeenAt: instantSchema,
  isThis: v.boolean(),
});
export type StaffDevice = v.InferOutput<typeof deviceSchema>;

export const devicesAnswerSchema = v.object({ devices: v.array(deviceSchema) });

/** Which devices to sign out: the one with this id; null: all, except the one that asks. */
export const signOutDevicesSchema = v.object({ deviceId: v.nullable(idSchema) });

/** What proves that it is still the person who signed in: password and authenticator code, once more. */
export const proofSchema = v.object({
  password: staffPasswordSchema,
  code: totpSchema,
});
export type StudioProof = v.InferOutput<typeof proofSchema>;

export const ownAccountCalls = {
  saveMe: {
    method: 'PUT',
    path: '/api/studio/me',
    access: 'studio',
    summary: 'Set the name of one’s own account',
    body: v.object({ name: staffNameSchema }),
    answer: studioUserSchema,
  },
  devices: {
    method: 'GET',
    path: '/api/studio/me/devices',
    access: 'studio',
    summary: 'One’s own signed-in devices, the last seen first',
    answer: devicesAnswerSchema,
  },
  signOutDevices: {
    method: 'POST',
    path: '/api/studio/me/devices/sign-out',
    access: 'studio',
    summary: 'Sign out one of one’s own devices, or all others',
    body: signOutDevicesSchema,
    answer: devicesAnswerSchema,
  },
  renewRecoveryCodes: {
    method: 'POST',
    path: '/api/studio/me/recovery-codes',
    access: 'studio',
    isRepeatable: true,
    summary: 'Replace the recovery codes; needs password and code',
    body: proofSchema,
    answer: recoveryCodesSchema,
  },
  owners: {
    method: 'GET',
    path: '/api/studio/owners',
    access: 'studio',
    summary: 'Whom to ask for what only owners may do',
    answer: v.object({ owners: v.array(v.object({ name: v.string(), email: v.string() })) }),
  },
} as const satisfies StudioCalls;
