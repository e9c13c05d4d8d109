import { type Limit, spend } from '../http/limit.ts';
import type { Services } from '../services/services.ts';
import { hashEmail } from './email-key.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** One-time codes for one account, from one address or to one known device (OP-26). */
const codes: readonly Limit[] = [
  { count: 3, windowMs: hour },
  { count: 6, windowMs: day },
];
/** The same from all unknown devices together: 12 codes with 3 tries each are 36 guesses a day. */
const strangersCodes: readonly Limit[] = [
  { count: 6, windowMs: hour },
  { count: 12, windowMs: day },
];

interface Tries {
  /** From one address, for any account. */
  readonly address: Limit;
  /** From one address, for one account or e-mail. */
  readonly pair?: readonly Limit[];
  /** For one account or e-mail, from everywhere except its known devices. */
  readonly account?: readonly Limit[];
  /** For one account, from one of its known devices. */
  readonly device?: readonly Limit[];
  /** The message when `account` is used up: what the owner can do. */
  readonly wayIn?: string;
}

/**
 * The limits of tries, counted before anything is hashed. A known device has limits of its own, which
 * strangers can't use up. `account` limits the guesses per day from all unknown devices. For calls that need
 * no session, a single address can use up only part of it: half of the codes, a twenty-fifth or less of the
 * sign-ins to the shop, and a sixteenth of those to the studio (decision 016).
 */
const tries = {
  login: {
    address: { count: 100, windowMs: 15 * minute },
    pair: [
      { count: 20, windowMs: 15 * minute },
      { count: 40, windowMs: day },
    ],
    account: [{ count: 1000, windowMs: day }],
    device: [
      { count: 20, windowMs: 15 * minute },
      { count: 100, windowMs: day },
    ],
    wayIn:
      'Too many sign-in attempts for this account today. Sign in on a device you’ve used before, or choose “Forgot password” to get a code by e-mail.',
  },
  register: {
    address: { count: 30, windowMs: hour },
    pair: [{ count: 5, windowMs: hour }],
  },
  sendOtp: {
    address: { count: 30, windowMs: hour },
    pair: codes,
    account: strangersCodes,
    device: codes,
    wayIn: 'Too many codes requested for this e-mail. Use a device you’ve signed in on before.',
  },
  verifyOtp: { address: { count: 100, windowMs: 15 * minute } },
  resetPassword: { address: { count: 30, windowMs: 15 * minute } },
  password: {
    address: { count: 100, windowMs: 15 * minute },
    account: [{ count: 10, windowMs: 15 * minute }],
  },
  changeEmail: {
    address: { count: 30, windowMs: hour },
    account: [{ count: 10, windowMs: hour }],
  },
  undoEmailChange: { address: { count: 30, windowMs: 15 * minute } },
  inviteColleague: {
    address: { count: 30, windowMs: hour },
    account: [
      { count: 10, windowMs: hour },
      { count: 20, windowMs: day },
    ],
  },
  colleagueInvitation: { address: { count: 60, windowMs: 15 * minute } },
  myData: {
    address: { count: 100, windowMs: hour },
    account: [{ count: 20, windowMs: hour }],
  },
  askForNews: {
    address: { count: 100, windowMs: hour },
    account: [{ count: 20, windowMs: hour }],
  },
  studioSignIn: {
    address: { count: 100, windowMs: 15 * minute },
    pair: [
      { count: 10, windowMs: 15 * minute },
      { count: 30, windowMs: day },
    ],
    account: [{ count: 500, windowMs: day }],
    device: [
      { count: 10, windowMs: 15 * minute },
      { count: 60, windowMs: day },
    ],
    wayIn:
      'Too many sign-in attempts for this account today. Sign in on a device you’ve used before, or ask for a new invitation.',
  },
  studioInvitation: { address: { count: 30, windowMs: 15 * minute } },
  studioInviting: {
    address: { count: 60, windowMs: hour },
    account: [{ count: 30, windowMs: hour }],
  },
  studioReset: {
    address: { count: 30, windowMs: hour },
    pair: codes,
    account: strangersCodes,
    device: codes,
    wayIn:
      'Too many links requested for this e-mail. Use a device you’ve signed in on before, or try again later.',
  },
  studioResetLink: { address: { count: 30, windowMs: 15 * minute } },
} satisfies Readonly<Record<string, Tries>>;

/** Who makes a try. */
export interface Trier {
  /** The network address of the request. */
  readonly address: string;
  /** As returned by `knownDevice`. */
  readonly knownDevice?: string | null;
}

/**
 * Counts a try, the same whether or not the account exists. `subject` is an account's id or a normalised
 * e-mail; if it is null, only the address is counted.
 * @throws TOO_MANY past a limit
 */
export async function countAttempt(
  services: Services,
  call: keyof typeof tries,
  { address, knownDevice = null }: Trier,
  subject: string | null,
): Promise<void> {
  const { pair = [], account = [], device = [], ...limits }: Tries = tries[call];
  // Hashed, so that the e-mail of somebody without an account isn't stored.
  const hash = subject === null ? null : hashEmail(subject);
  const spendAll = async (bucket: string, each: readonly Limit[], wayIn?: string) => {
    const refusal =
      wayIn === undefined
        ? undefined
        : (wait: string) => `${wayIn} Otherwise, try again in ${wait}.`;
    for (const limit of each) {
      await spend(services, `${call}:${bucket}:${limit.windowMs}`, limit, refusal);
    }
  };
  if (knownDevice !== null) return spendAll(`device:${hash}:${knownDevice}`, device);
  await spendAll(`address:${address}`, [limits.address]);
  if (hash === null) return;
  await spendAll(`pair:${hash}:${address}`, pair);
  await spendAll(`account:${hash}`, account, limits.wayIn);
}
