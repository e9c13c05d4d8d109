import { calls } from '#contract/shop/calls.ts';
import { serveTable } from '../http/serve.ts';
import { countOp } from './count-op.ts';
import { accountOf, assertMayCall, assertNotDeleted, type SignedIn } from './signed-in.ts';

type Buyers = {
  /** Everyone gets the same answer, so the session isn't looked up: the database may be away. */
  readonly anyone: null;
  readonly account: SignedIn;
  readonly approved: SignedIn;
  readonly accountOwner: SignedIn;
  readonly colleague: SignedIn & { readonly colleagueId: string };
  /** The handler checks the signature of the notice. */
  readonly provider: null;
};

/** Registers one call of the shop. A bearer token identifies the caller. */
export const serveShop = serveTable<Buyers, typeof calls>(calls, {
  // Sent with the calls of accounts only.
  device: { name: 'pinwheel-device', path: '/api/users' },
  async recognise(services, context, { access }) {
    if (access === 'anyone' || access === 'provider') return null;
    const account = await accountOf(services, context);
    assertMayCall(access, account);
    return account;
  },
  async admit(change, services, account) {
    if (!account) return;
    // In this order, so that the second sees a deletion that the first waited for.
    await Promise.all([
      countOp(change, services, account.id),
      assertNotDeleted(change.tx, account),
    ]);
  },
});
