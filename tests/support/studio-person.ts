import type { Hono } from 'hono';
import type { StaffRole } from '#contract/studio/call.ts';
import { terminal } from '#server/platform/audit/record-action.ts';
import { makeAuditedChange } from '#server/platform/database/change.ts';
import type { AppServices } from '#server/services.ts';
import { inviteToStudio } from '#server/staff/invite.ts';
import { totpCode, totpStep } from '#server/staff/totp.ts';
import { cookieNamed } from './cookie-named.ts';
import { callStudio, cookieOf } from './studio-call.ts';

export const studioEmail = 'mia@studio.example';
export const studioPassword = 'needle and bobbin';

/** Sends an invitation to the studio and returns the token of its link. */
export async function invitationToken(
  services: AppServices,
  email = studioEmail,
  role: StaffRole = 'owner',
): Promise<string> {
  const link = await makeAuditedChange(services, terminal, (change) =>
    inviteToStudio(change, services.env, { email, role }),
  );
  return new URL(link).hash.replace('#token=', '');
}

/** Generates codes like an authenticator with this secret, in base32; `steps` later than now. */
export type Authenticator = (steps?: number) => string;

export function authenticator({ clock }: AppServices, totpSecret: string): Authenticator {
  return codesOf(totpSecret, clock);
}

/** The same with any clock. */
export function codesOf(totpSecret: string, clock: () => Date): Authenticator {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...totpSecret].map((sign) => alphabet.indexOf(sign).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  const secret = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2))).toString('hex');
  return (steps = 0) => totpCode(secret, totpStep(clock()) + steps);
}

/** A staff member who has just accepted an invitation. */
export interface StudioPerson {
  readonly cookie: string;
  /** The cookie that shows that this device has signed in before. */
  readonly device: string;
  readonly code: Authenticator;
  /** Unused. */
  readonly recoveryCodes: readonly string[];
}

export async function joinStudio(
  app: Hono,
  services: AppServices,
  email = studioEmail,
  role: StaffRole = 'owner',
): Promise<StudioPerson> {
  const token = await invitationToken(services, email, role);
  const { answer } = await callStudio(app, 'openInvitation', { body: { token } });
  const code = authenticator(services, answer.totpSecret);
  const body = { token, password: studioPassword, code: code() };
  const accepted = await callStudio(app, 'acceptInvitation', { body });
  const { headers } = accepted;
  return {
    recoveryCodes: accepted.answer.recoveryCodes,
    cookie: cookieOf(headers),
    device: cookieNamed('pinwheel-studio-device', headers),
    code,
  };
}

/** The time until the next code: each can be used once. */
export const nextCodeMs = 30_000;
