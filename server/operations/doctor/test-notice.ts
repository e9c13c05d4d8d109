import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { callPath } from '#contract/shop/calls.ts';
import { makeChange } from '../../platform/database/change.ts';
import { readSetting, writeSetting } from '../../platform/settings/settings.ts';
import { type Finding, found, ok, type Patient, practice } from './finding.ts';

/** PayPal's examples often arrive within a minute. */
const limit = { withinMs: 90_000, everyMs: 1000 };

/**
 * Asks the payment provider for an example notice and waits until the running shop has received it, which shows
 * that notices get through DNS, firewall and proxy.
 */
export async function sendTestNotice(
  patient: Patient,
  { withinMs, everyMs } = limit,
): Promise<Finding> {
  const { env, gateway, database } = patient;
  if (env.payments.mode === 'practice') {
    return practice('No test notice: practice payments send their own notices.');
  }
  const secret = randomBytes(16).toString('hex');
  await makeChange(patient, (change) =>
    writeSetting(change, 'testNotice', { secret, arrivedAt: null }),
  );
  const address = `${env.publicUrl}${callPath('webhook')}`;
  const asked = await gateway.sendExampleNotice(`${address}?test=${secret}`);
  if (asked.kind === 'unknown') {
    return found(
      'fault',
      `PayPal couldn’t be asked for a test notice: ${asked.reason}.`,
      'Try again later. If the problem continues, check the credentials and this server’s connection.',
    );
  }
  if (asked.kind === 'refused') {
    return found(
      'fault',
      `PayPal won’t send a test notice to ${address}: ${asked.issue}.`,
      'Check PUBLIC_URL: PayPal only sends to https:// on port 443.',
    );
  }
  for (let waitedMs = 0; waitedMs <= withinMs; waitedMs += everyMs) {
    const { value } = await readSetting(database.read, 'testNotice');
    if (value?.secret === secret && value.arrivedAt !== null) {
      return ok('PayPal’s test notice arrived.');
    }
    await pause(everyMs);
  }
  return found(
    'fault',
    `PayPal’s test notice didn’t arrive within ${Math.round(withinMs / 1000)} seconds.`,
    `Check that the shop is running, and that DNS, firewall and proxy let a POST from the internet reach ${address}.`,
  );
}
