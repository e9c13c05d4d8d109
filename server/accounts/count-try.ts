import { type Limit, spend } from '../http/limit.ts';
import type { Services } from '../services.ts';
import { hashEmail } from './email-key.ts';

const minute = 60_000;
const hour = 60 * minute;

interface Tries {
  readonly address: Limit;
  readonly pair?: Limit;
  readonly who: readonly Limit[];
}

/**
 * Tries counted before anything is hashed: by address, and by the account or e-mail that is meant.
 * Sign-ins also by both together, `pair`, so that nobody alone locks another person out.
 */
const tries = {
  login: {
    address: { count: 100, windowMs: 15 * minute },
    pair: { count: 20, windowMs: 15 * minute },
    who: [{ count: 100, windowMs: 15 * minute }],
  },
  register: {
    address: { count: 30, windowMs: hour },
    who: [{ count: 5, windowMs: hour }],
  },
  sendOtp: {
    address: { count: 30, windowMs: hour },
    who: [
      { count: 3, windowMs: hour },
      { count: 6, windowMs: 24 * hour },
    ],
  },
  verifyOtp: { address: { count: 100, windowMs: 15 * minute }, who: [] },
  resetPassword: { address: { count: 30, windowMs: 15 * minute }, who: [] },
  password: {
    address: { count: 100, windowMs: 15 * minute },
    who: [{ count: 10, windowMs: 15 * minute }],
  },
  changeEmail: {
    address: { count: 30, windowMs: hour },
    who: [{ count: 10, windowMs: hour }],
  },
  myData: {
    address: { count: 100, windowMs: hour },
    who: [{ count: 20, windowMs: hour }],
  },
  studioSignIn: {
    address: { count: 100, windowMs: 15 * minute },
    pair: { count: 10, windowMs: 15 * minute },
    who: [{ count: 50, windowMs: 15 * minute }],
  },
  studioInvitation: { address: { count: 30, windowMs: 15 * minute }, who: [] },
} satisfies Readonly<Record<string, Tries>>;

/**
 * Counts a try, the same whether or not the account is there; throws TOO_MANY past a limit.
 * `who` is an account's id or a normalised e-mail; where it is null only the address counts.
 */
export async function countTry(
  services: Services,
  what: keyof typeof tries,
  address: string,
  who: string | null,
): Promise<void> {
  const limits: Tries = tries[what];
  await spend(services, `${what}:address:${address}`, limits.address);
  if (who === null) return;
  // Hashed, so that no address of somebody without an account is kept.
  const hash = hashEmail(who);
  if (limits.pair) await spend(services, `${what}:pair:${hash}:${address}`, limits.pair);
  for (const limit of limits.who) {
    await spend(services, `${what}:who:${limit.windowMs}:${hash}`, limit);
  }
}
