import * as v from 'valibot';

/**
 * What the studio says of itself (OP-70) and what the shop needs to start: the same for everyone,
 * so it travels inside every page. `payments.isPractice`: no money moves. `demoAccounts` is there
 * only while the demo studio runs outside production. `sdkUrl` is the address of the provider's script
 * without its query, as loadScript's `sdkBaseUrl` takes it.
 */
export const shopSettingsSchema = v.object({
  name: v.string(),
  designers: v.array(v.object({ name: v.string(), email: v.string() })),
  socialLink: v.string(),
  termsVersion: v.string(),
  payments: v.object({
    clientId: v.string(),
    sdkUrl: v.string(),
    isPractice: v.boolean(),
  }),
  demo: v.nullable(v.object({ drawn: v.number(), total: v.number() })),
});
export type ShopSettings = v.InferOutput<typeof shopSettingsSchema>;
