import type { Hono } from 'hono';
import { call } from './call.ts';
import type { TestServices } from './make-services.ts';
import { newestMail } from './queued-mails.ts';

/** The code in the newest mail to an address. */
export async function mailedCode(services: TestServices, recipient: string): Promise<string> {
  const text = await newestMail(services, { to: recipient, subject: /code/ });
  const code = /\b\d{4}\b/.exec(text)?.[0];
  if (!code) throw new Error(`no code in: ${text}`);
  return code;
}

/** A code different from this one. */
export function wrongCode(code: string): number {
  return (Number(code) + 1) % 10_000;
}

/** Requests a code and reads it from the mail. */
export async function askForCode(
  app: Hono,
  services: TestServices,
  email: string,
): Promise<{ token: string; code: string }> {
  // So that this code's mail is the newest.
  services.pass(1);
  const { answer } = await call(app, 'sendOtp', { body: { email } });
  return { token: answer.token, code: await mailedCode(services, email) };
}

/** All steps but the last: returns the token that sets a password. */
export async function resetToken(
  app: Hono,
  services: TestServices,
  email: string,
): Promise<string> {
  const { token, code } = await askForCode(app, services, email);
  const { answer } = await call(app, 'verifyOtp', { body: { otp: Number(code), token } });
  return answer.token;
}
