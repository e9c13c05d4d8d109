import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Env } from '../../platform/env.ts';
import type { PaymentGateway } from './gateway.ts';
import { openPaypal } from './paypal.ts';
import { createPracticePaypal } from './practice/practice-paypal.ts';
import { openPracticeStore } from './practice/practice-store.ts';

/** Where the server mounts the stand-in. */
export const practicePath = '/practice-paypal';
const practiceClientId = 'practice';

/** Opens the payment provider chosen in the environment: PayPal, or its stand-in inside this server. */
export function openGateway(env: Env, clock: () => Date, log: Logger): PaymentGateway {
  const { payments } = env;
  if (payments.mode === 'practice') return openPractice(env, clock, log);
  return openPaypal({
    clientId: payments.clientId,
    clientSecret: payments.clientSecret,
    webhookId: payments.webhookId,
    apiUrl: withoutEndSlashes(payments.apiUrl),
    sdkUrl: `${withoutEndSlashes(payments.sdkUrl)}/sdk/js`,
    standIn: null,
    fetch,
    clock,
    log,
  });
}

function withoutEndSlashes(url: string): string {
  return url.replace(/(?<!\/)\/+$/, '');
}

/** The same client calling the stand-in directly, without a port, so that it works before the server listens. */
function openPractice(env: Env, clock: () => Date, log: Logger): PaymentGateway {
  const store = openPracticeStore(join(env.dataDir, 'practice-paypal.sqlite'));
  const clientSecret = randomBytes(24).toString('hex');
  const standIn = createPracticePaypal({ store, clock, clientId: practiceClientId, clientSecret });
  return openPaypal({
    clientId: practiceClientId,
    clientSecret,
    webhookId: 'PRACTICE',
    apiUrl: '',
    sdkUrl: `${practicePath}/sdk/js`,
    standIn,
    fetch: async (path, init) => standIn.request(path, init),
    clock,
    log,
    close: () => store.close(),
  });
}
