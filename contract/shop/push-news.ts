import * as v from 'valibot';
import { messages } from '../messages/messages.ts';

/** What a browser can be notified of while the shop is closed. The buyer turns on each kind separately. */
export const pushKinds = ['customs', 'priceDrops', 'newDesigns'] as const;
export type PushKind = (typeof pushKinds)[number];

const keySchema = v.pipe(v.string(), v.regex(/^[\w-]{16,120}={0,2}$/, messages.invalid.fields));
export const pushKeysSchema = v.object({ p256dh: keySchema, auth: keySchema });
const endpointSchema = v.pipe(v.string(), v.maxLength(1000, messages.invalid.tooLong));

/** A browser, identified by its push service's endpoint. `keys`: subscribe it; null: unsubscribe it; missing: leave it as it is. */
const pushDeviceSchema = v.object({
  endpoint: endpointSchema,
  keys: v.optional(v.nullable(pushKeysSchema)),
});
export type PushDevice = v.InferOutput<typeof pushDeviceSchema>;

export const pushNewsSchema = v.object({
  kind: v.picklist(pushKinds, messages.invalid.fields),
  device: v.optional(pushDeviceSchema),
});

/** Whether notifications are on for that browser. `pushKey` is the shop's public key, base64url. */
export const pushNewsAnswerSchema = v.object({ isOn: v.boolean(), pushKey: v.string() });

export const pushAddressSchema = v.pipe(
  endpointSchema,
  v.regex(/^https:\/\/[\w.-]+\/[!-~]*$/, messages.invalid.fields),
);

/**
 * A browser whose push service gave it a new endpoint, with its keys; `replaces` is the one that the shop knows. Without
 * a new endpoint, it only asks what the shop knows.
 */
export const renewedPushSchema = v.pipe(
  v.object({
    replaces: pushAddressSchema,
    endpoint: v.optional(pushAddressSchema),
    keys: v.optional(pushKeysSchema),
  }),
  v.check(
    ({ endpoint, keys }) => (endpoint === undefined) === (keys === undefined),
    messages.invalid.fields,
  ),
);
export type RenewedPush = v.InferOutput<typeof renewedPushSchema>;

/**
 * `isKnown`: whether the account is notified at the endpoint, the new one if there is one. `isGone`: whether its push
 * service has ended it since. `pushKey`: the shop's public key, base64url; a server of the version before leaves it out.
 */
export const renewedPushAnswerSchema = v.object({
  isKnown: v.boolean(),
  isGone: v.optional(v.boolean(), false),
  pushKey: v.optional(v.string()),
});
export type RenewedPushAnswer = v.InferOutput<typeof renewedPushAnswerSchema>;

/** What the server pushes. Tapping it opens `path`. For each `tag` only the newest one is shown. */
export interface PushMessage {
  /** `_id` of the user whom it is for. */
  readonly accountId: string;
  readonly title: string;
  readonly body: string;
  readonly icon: string;
  readonly path: string;
  readonly tag: PushKind;
}
