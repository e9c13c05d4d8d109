import { createHash } from 'node:crypto';
import { type Limit, spend } from '../http/limit.ts';
import type { Services } from '../services.ts';

const minute = 60_000;

/** Tries counted before anything is hashed: by address, and by the e-mail that is asked for. */
const tries: Readonly<Record<'login' | 'register', { address: Limit; email: Limit }>> = {
  login: {
    address: { count: 100, windowMs: 15 * minute },
    email: { count: 20, windowMs: 15 * minute },
  },
  register: {
    address: { count: 30, windowMs: 60 * minute },
    email: { count: 5, windowMs: 60 * minute },
  },
};

/** Counts a try, the same whether or not the account is there; throws TOO_MANY past a limit. */
export async function countTry(
  services: Services,
  what: keyof typeof tries,
  address: string,
  key: string,
): Promise<void> {
  await spend(services, `${what}:address:${address}`, tries[what].address);
  // Hashed, so that no address of somebody without an account is kept.
  const hashed = createHash('sha256').update(key).digest('base64url');
  await spend(services, `${what}:email:${hashed}`, tries[what].email);
}
