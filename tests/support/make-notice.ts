import { randomUUID } from 'node:crypto';
import { signNotice } from '#server/orders/payments/practice/practice-notice.ts';

/** A webhook call as the provider sends it. */
export interface SentNotice {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Builds a signed notice, ready to send to the shop's webhook. */
export function makeNotice(
  secret: string,
  webhookId: string,
  now: Date,
  eventType: string,
  resource: object,
): SentNotice {
  const event = {
    id: `WH-${randomUUID()}`,
    event_version: '1.0',
    create_time: now.toISOString(),
    event_type: eventType,
    resource,
  };
  const signed = {
    transmission_id: randomUUID(),
    transmission_time: now.toISOString(),
    webhook_id: webhookId,
    webhook_event: event,
  };
  return {
    headers: {
      'Content-Type': 'application/json',
      'PayPal-Auth-Algo': 'SHA256withRSA',
      'PayPal-Cert-Url': 'https://provider.example/cert',
      'PayPal-Transmission-Id': signed.transmission_id,
      'PayPal-Transmission-Time': signed.transmission_time,
      'PayPal-Transmission-Sig': signNotice(secret, signed),
    },
    body: JSON.stringify(event),
  };
}
