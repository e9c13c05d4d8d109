import * as v from 'valibot';
import { frameTextsSchema } from './content.ts';

/**
 * Public settings of the studio (OP-70) and what the shop needs to start. They are the same for everyone, so
 * every page carries them. `payments.isPractice`: no money moves. `demo`: how far the demo studio is drawn;
 * null without one. `sdkUrl` is the address of the provider's script without its query, as loadScript's
 * `sdkBaseUrl` takes it.
 */
export const shopSettingsSchema = v.object({
  name: v.string(),
  designers: v.array(v.object({ name: v.string(), email: v.string() })),
  socialLink: v.string(),
  termsVersion: v.string(),
  /** How many items a licence bought now covers. Missing in answers of an older server. */
  licenceItems: v.optional(v.number()),
  /** Missing in answers of an older server. */
  texts: v.optional(frameTextsSchema),
  /** The shop's time zone, in which its days begin. Missing in answers of an older server. */
  timeZone: v.optional(v.string()),
  payments: v.object({
    clientId: v.string(),
    sdkUrl: v.string(),
    isPractice: v.boolean(),
  }),
  demo: v.nullable(v.object({ drawn: v.number(), total: v.number() })),
});
export type ShopSettings = v.InferOutput<typeof shopSettingsSchema>;
