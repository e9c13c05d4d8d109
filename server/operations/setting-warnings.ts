import type { Env } from '../platform/env.ts';

/** PayPal's client ids and secrets have 80 characters; what is typed in their place is shorter or says so. */
const shortestCredential = 40;
const placeholder = /your|example|change|placeholder|secret-here|xxx/i;

/**
 * What a shop in production will miss, one sentence each: settings that are allowed to be missing, because a
 * shop can be tried without them.
 */
export function settingWarnings({ isProduction, publicUrl, smtpUrl, payments }: Env): string[] {
  if (!isProduction) return [];
  const warnings: string[] = [];
  const { protocol, hostname } = new URL(publicUrl);
  if (hostname === 'localhost') {
    warnings.push('PUBLIC_URL is not set: links in e-mails lead to this machine.');
  } else if (protocol === 'http:') {
    warnings.push(
      'PUBLIC_URL is not https: browsers won’t install the shop or let it work offline.',
    );
  }
  if (smtpUrl === null) {
    warnings.push('SMTP_URL is not set: e-mails are written to DATA_DIR/mail and reach nobody.');
  }
  if (payments.mode === 'practice') {
    warnings.push(
      'Payments are practice payments: nobody is charged, and every order gets its files.',
    );
    return warnings;
  }
  for (const [name, value] of [
    ['PAYPAL_CLIENT_ID', payments.clientId],
    ['PAYPAL_CLIENT_SECRET', payments.clientSecret],
  ] as const) {
    if (value.length < shortestCredential || placeholder.test(value)) {
      warnings.push(`${name} looks like a placeholder: PayPal’s has 80 characters.`);
    }
  }
  if (payments.mode === 'sandbox') {
    warnings.push('PAYPAL_ENVIRONMENT is sandbox: no money moves.');
  }
  if (payments.webhookId === null) {
    warnings.push(
      'PAYPAL_WEBHOOK_ID is not set: refunds and disputes made at PayPal are noticed late or not at all.',
    );
  }
  return warnings;
}
