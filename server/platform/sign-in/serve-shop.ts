import { calls } from '#contract/shop/calls.ts';
import { spendIn } from '../http/limit.ts';
import { serveTable } from '../http/serve.ts';
import { accountOf, assertMayCall, assertNotDeleted, type SignedIn } from './signed-in.ts';

/** For each account: enough for the outbox of a long time offline, although each op leaves an answer behind. */
const opLimit = { count: 600, windowMs: 600_000 };

type Buyers = {
  readonly anyone: SignedIn | null;
  readonly account: SignedIn;
  readonly approved: SignedIn;
  /** The handler checks the signature of the notice. */
  readonly provider: null;
};

/** Registers one call of the shop. A bearer token identifies the caller. */
export const serveShop = serveTable<Buyers, typeof calls>(calls, {
  // Sent with the calls of accounts only.
  device: { name: 'pinwheel-device', path: '/api/users' },
  async recognise(services, context, { access }) {
    if (access === 'provider') return null;
    const account = await accountOf(services, context);
    assertMayCall(access, account);
    return account;
  },
  async admit(change, services, account) {
    if (!account) return;
    await assertNotDeleted(change.tx, account.id);
    await spendIn(change, services, `ops:${account.id}`, opLimit);
  },
});
