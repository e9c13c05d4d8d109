import * as v from 'valibot';
import { messages } from '../messages/messages.ts';
import { messageSchema } from '../wire/fields.ts';
import type { StudioCalls } from './call.ts';

/** The health check of the shop, also printed by `npm run doctor`. */

/** `practice`: something a shop that is only tried out does without. */
export const healthStates = ['ok', 'practice', 'warning', 'fault'] as const;
export type HealthState = (typeof healthStates)[number];

/** An open page of the version before may get checks and states that it doesn't know, and shows them all the same. */
const healthCheckSchema = v.object({
  id: v.string(),
  name: v.string(),
  state: v.fallback(v.picklist(healthStates), 'warning'),
  /** What was found, one sentence. */
  text: v.string(),
  /** What to do about it; null if there is nothing to do. */
  advice: v.nullable(v.string()),
});
export type HealthCheck = v.InferOutput<typeof healthCheckSchema>;

const tryingOutSchema = v.object({
  /** What doesn't happen yet, ending with a colon. */
  text: v.string(),
  /** What to do to open for real, in order. */
  steps: v.array(v.string()),
});
export type TryingOut = v.InferOutput<typeof tryingOutSchema>;

export const healthCalls = {
  healthCheck: {
    method: 'GET',
    path: '/api/studio/health-check',
    access: 'studio',
    summary:
      'Check mail, inbox, payments, address, proxy, clock, database, files, disk, backups and failed e-mails now',
    query: v.object({
      /** `whole`: also what takes long and worked within the last day. */
      run: v.optional(v.picklist(['whole', 'brief'], messages.invalid.fields), 'brief'),
    }),
    answer: v.object({
      checks: v.array(healthCheckSchema),
      /** Null: the shop sends e-mails and takes money. */
      tryingOut: v.optional(v.nullable(tryingOutSchema), null),
    }),
  },
  sendTestMail: {
    method: 'POST',
    path: '/api/studio/health-check/mail',
    access: 'studio',
    summary: 'Send a test e-mail to your own address, at once',
    answer: messageSchema,
  },
  /** Asked by the shop itself at its public address. */
  identify: {
    method: 'GET',
    path: '/api/studio/identity',
    access: 'anyone',
    summary: 'Prove which shop answers: only the one with the same database knows the proof',
    query: v.object({
      nonce: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/, messages.invalid.fields)),
    }),
    answer: v.object({ proof: v.string() }),
  },
} as const satisfies StudioCalls;
