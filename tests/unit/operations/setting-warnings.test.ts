import { expect, test } from 'vitest';
import { settingWarnings } from '#server/operations/setting-warnings.ts';
import { parseEnv } from '#server/platform/env.ts';

const credential = 'A'.repeat(80);
const complete = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://shop.test',
  SMTP_URL: 'smtp://mail.test',
  MAIL_FROM: 'Pinwheel <hello@shop.test>',
  PAYPAL_CLIENT_ID: credential,
  PAYPAL_CLIENT_SECRET: credential,
  PAYPAL_WEBHOOK_ID: '5GP028458E2496506',
};
const warned = (settings: Readonly<Record<string, string>>) =>
  settingWarnings(parseEnv({ ...complete, ...settings })).map(({ text }) => text.split(':')[0]);

test('a shop with everything set is not warned', () => {
  expect(warned({})).toEqual([]);
});

test.each([
  [{ PUBLIC_URL: '' }, 'PUBLIC_URL is not set'],
  [{ PUBLIC_URL: 'http://shop.test' }, 'PUBLIC_URL is not https'],
  [{ SMTP_URL: '' }, 'SMTP_URL is not set'],
  [{ SMTP_URL: 'smtps://name:password@mail.example' }, 'SMTP_URL looks like a placeholder'],
  [{ MAIL_FROM: '' }, 'MAIL_FROM is not set'],
  [{ PAYPAL_WEBHOOK_ID: '' }, 'PAYPAL_WEBHOOK_ID is not set'],
  [{ PAYPAL_WEBHOOK_ID: 'changeme' }, 'PAYPAL_WEBHOOK_ID looks like a placeholder'],
  [{ PAYPAL_CLIENT_ID: 'your-client-id' }, 'PAYPAL_CLIENT_ID looks like a placeholder'],
  [{ PAYPAL_CLIENT_SECRET: 'changeme' }, 'PAYPAL_CLIENT_SECRET looks like a placeholder'],
  [{ PAYPAL_ENVIRONMENT: 'sandbox' }, 'PAYPAL_ENVIRONMENT is sandbox'],
  [{ PAYPAL_ENVIRONMENT: 'practice' }, 'Payments are practice payments'],
])('%o in production gets one warning', (settings, warning) => {
  expect(warned(settings)).toEqual([warning]);
});

test('a shop that is only tried out is not warned', () => {
  expect(settingWarnings(parseEnv({}))).toEqual([]);
});
