import type { Env } from '../platform/env.ts';

/** PayPal's client ids and secrets have 80 characters; what is typed in their place is shorter or says so. */
const shortestCredential = 40;
const placeholder = /your|example|change|placeholder|secret-here|xxx/i;

/** Names that never lead anywhere (RFC 2606). */
const reservedHost = /(?:^|\.)example(?:\.com|\.net|\.org)?$/i;

/** A setting that a shop in production misses. */
export interface SettingWarning {
  /** The check of the doctor that it belongs to. */
  readonly about: 'mail' | 'payments' | 'webhook' | 'address';
  /** One sentence. */
  readonly text: string;
  /** What to do. */
  readonly advice: string;
  /** Whether the shop can't do its work without it. */
  readonly isFault: boolean;
}

/**
 * What a shop in production will miss: settings that are allowed to be missing, because a shop can be tried
 * without them. Printed at start, and found by the doctor.
 */
export function settingWarnings({
  isProduction,
  publicUrl,
  smtpUrl,
  mailFrom,
  payments,
}: Env): SettingWarning[] {
  if (!isProduction) return [];
  const warnings: SettingWarning[] = [];
  const warn = (
    about: SettingWarning['about'],
    text: string,
    advice: string,
    { isFault = false } = {},
  ) => warnings.push({ about, text, advice, isFault });
  const { protocol, hostname } = new URL(publicUrl);
  if (hostname === 'localhost') {
    warn(
      'address',
      'PUBLIC_URL is not set: links in e-mails lead to this machine.',
      'Set PUBLIC_URL to the address that buyers type, such as https://shop.example.',
      { isFault: true },
    );
  } else if (protocol === 'http:') {
    warn(
      'address',
      'PUBLIC_URL is not https: browsers won’t install the shop or let it work offline.',
      'Get a certificate, for example with Caddy as in docs/operating.md, and set PUBLIC_URL to https.',
    );
  }
  if (smtpUrl === null) {
    warn(
      'mail',
      'SMTP_URL is not set: e-mails are written to DATA_DIR/mail and reach nobody.',
      'Set SMTP_URL to your mail server, such as smtps://name:password@mail.example.',
      { isFault: true },
    );
  } else if (reservedHost.test(new URL(smtpUrl).hostname)) {
    warn(
      'mail',
      'SMTP_URL looks like a placeholder: no e-mail can be sent.',
      'Set SMTP_URL to your mail server, such as smtps://name:password@ and its name.',
      { isFault: true },
    );
  } else if (reservedHost.test(/@([^@>\s]+)>?$/.exec(mailFrom)?.[1] ?? '')) {
    warn(
      'mail',
      `MAIL_FROM is not set: e-mails come from ${mailFrom}, and many mail servers refuse them.`,
      'Set MAIL_FROM to an address of your own domain, such as Studio <hello@your-domain>.',
    );
  }
  if (payments.mode === 'practice') {
    warn(
      'payments',
      'Payments are practice payments: nobody is charged, and every order gets its files.',
      'Set PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET, and remove PAYPAL_ENVIRONMENT=practice.',
    );
    return warnings;
  }
  for (const [name, value] of [
    ['PAYPAL_CLIENT_ID', payments.clientId],
    ['PAYPAL_CLIENT_SECRET', payments.clientSecret],
  ] as const) {
    if (value.length < shortestCredential || placeholder.test(value)) {
      warn(
        'payments',
        `${name} looks like a placeholder: PayPal’s has 80 characters.`,
        `Copy ${name} from PayPal’s developer dashboard.`,
      );
    }
  }
  if (payments.mode === 'sandbox') {
    warn(
      'payments',
      'PAYPAL_ENVIRONMENT is sandbox: no money moves.',
      'Set PAYPAL_ENVIRONMENT=live, with the live credentials.',
    );
  }
  if (payments.webhookId === null) {
    warn(
      'webhook',
      'PAYPAL_WEBHOOK_ID is not set: refunds and disputes made at PayPal are noticed late or not at all.',
      'Add a webhook in PayPal’s developer dashboard and set PAYPAL_WEBHOOK_ID to its id.',
    );
  } else if (placeholder.test(payments.webhookId)) {
    warn(
      'webhook',
      'PAYPAL_WEBHOOK_ID looks like a placeholder: PayPal’s notices can’t be verified.',
      'Copy the id of the webhook from PayPal’s developer dashboard.',
    );
  }
  return warnings;
}
