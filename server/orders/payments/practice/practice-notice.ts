import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';

/** A webhook call as the provider sends it. */
export interface PracticeNotice {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Signed {
  readonly transmission_id: string;
  readonly transmission_time: string;
  readonly webhook_id: string;
  readonly webhook_event: unknown;
}

/** The stand-in's signature of a notice. PayPal signs with a certificate; the stand-in uses a secret of its own. */
function signature(secret: string, notice: Signed): string {
  return createHmac('sha256', secret)
    .update(`${notice.transmission_id}|${notice.transmission_time}|${notice.webhook_id}|`)
    .update(JSON.stringify(notice.webhook_event))
    .digest('base64');
}

/** Builds a signed notice, ready to send to the shop's webhook. */
export function signNotice(
  secret: string,
  webhookId: string,
  now: Date,
  eventType: string,
  resource: object,
): PracticeNotice {
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
      'PayPal-Transmission-Sig': signature(secret, signed),
    },
    body: JSON.stringify(event),
  };
}

export function isNoticeSigned(
  secret: string,
  notice: Signed & { readonly transmission_sig: string },
): boolean {
  const wanted = Buffer.from(signature(secret, notice));
  const given = Buffer.from(notice.transmission_sig);
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}
