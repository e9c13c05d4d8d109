import { createHmac, timingSafeEqual } from 'node:crypto';

interface Signed {
  readonly transmission_id: string;
  readonly transmission_time: string;
  readonly webhook_id: string;
  readonly webhook_event: unknown;
}

/** The stand-in's signature of a notice. PayPal signs with a certificate; the stand-in uses a secret of its own. */
export function signNotice(secret: string, notice: Signed): string {
  return createHmac('sha256', secret)
    .update(`${notice.transmission_id}|${notice.transmission_time}|${notice.webhook_id}|`)
    .update(JSON.stringify(notice.webhook_event))
    .digest('base64');
}

export function isNoticeSigned(
  secret: string,
  notice: Signed & { readonly transmission_sig: string },
): boolean {
  const wanted = Buffer.from(signNotice(secret, notice));
  const given = Buffer.from(notice.transmission_sig);
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}
