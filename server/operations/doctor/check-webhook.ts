import { callPath } from '#contract/shop/calls.ts';
import { neededNotices } from '../../orders/payments/paypal-messages.ts';
import { readSetting } from '../../platform/settings/settings.ts';
import { day, type Finding, found, ok, type Patient, practice, warned } from './finding.ts';

/** How long after a payment its notice should have come. */
const noticeMs = 6 * 3_600_000;

/** Whether PayPal sends its notices here: as it is set up there, and as they arrived. */
export async function checkWebhook(patient: Patient): Promise<Finding> {
  const { database, env, clock } = patient;
  if (env.payments.mode === 'practice')
    return practice('Practice payments send their own notices.');
  const warning = warned(patient, 'webhook');
  if (warning) return warning;
  if (env.payments.webhookId === null) return practice('PAYPAL_WEBHOOK_ID is not set.');
  const mistake = await webhookMistake(patient);
  if (mistake) return mistake;
  const { value: seenAt } = await readSetting(database.read, 'webhookSeenAt');
  const paid = await database.read
    .selectFrom('orders')
    .select('paidAt')
    .where('providerCaptureId', 'is not', null)
    .where('paidAt', '<', new Date(clock().getTime() - noticeMs).toISOString())
    .orderBy('paidAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  const paidAt = paid?.paidAt ?? null;
  if (paidAt !== null && (seenAt === null || Date.parse(paidAt) - Date.parse(seenAt) > noticeMs)) {
    return found(
      'warning',
      `${seenAt === null ? 'PayPal never sent a notice' : `PayPal’s last notice came on ${day(seenAt)}`}, but an order was paid on ${day(paidAt)}.`,
      `In PayPal’s developer dashboard, check that the webhook of PAYPAL_WEBHOOK_ID leads to ${env.publicUrl}${callPath('webhook')}.`,
    );
  }
  return ok(
    seenAt === null
      ? 'No payment yet, so no notice is due.'
      : `PayPal’s last notice came on ${day(seenAt)}.`,
  );
}

/** What is wrong with the webhook as it is set up at PayPal; null: nothing. */
async function webhookMistake({ env, gateway }: Patient): Promise<Finding | null> {
  const answer = await gateway.readWebhook();
  if (answer.kind !== 'ok') {
    const reason = answer.kind === 'unknown' ? answer.reason : answer.issue;
    return found(
      'warning',
      `PayPal couldn’t be asked about the webhook: ${reason}.`,
      'Check again later. If the problem continues, check the credentials and this server’s connection.',
    );
  }
  const wanted = `${env.publicUrl}${callPath('webhook')}`;
  if (answer.value === null) {
    return found(
      'fault',
      'PayPal knows no webhook with the id of PAYPAL_WEBHOOK_ID, so its notices are refused.',
      `In PayPal’s developer dashboard, open the app of PAYPAL_CLIENT_ID, add a webhook for ${wanted}, and set PAYPAL_WEBHOOK_ID to its id.`,
    );
  }
  const { url, types } = answer.value;
  if (url !== wanted) {
    return found(
      'fault',
      `PayPal sends its notices to ${url}, where this shop isn’t.`,
      `In PayPal’s developer dashboard, change the webhook’s address to ${wanted}, or correct PUBLIC_URL.`,
    );
  }
  const missing = neededNotices.filter((type) => !types.includes(type) && !types.includes('*'));
  if (missing.length === 0) return null;
  return found(
    'warning',
    `PayPal doesn’t send all notices that the shop needs: ${missing.join(', ')}.`,
    'In PayPal’s developer dashboard, add these event types to the webhook, or choose all events.',
  );
}
