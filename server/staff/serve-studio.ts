import type { Context } from 'hono';
import { studioMessages } from '#contract/studio/account.ts';
import { isAllowed } from '#contract/studio/call.ts';
import { studioApiPath, studioCalls } from '#contract/studio/calls.ts';
import { Problem } from '../platform/http/problem.ts';
import { serveTable } from '../platform/http/serve.ts';
import type { Services } from '../platform/services/services.ts';
import { notSignedIn } from '../platform/sign-in/signed-in.ts';
import { assertSameOrigin } from './same-origin.ts';
import { sessionToken } from './session-cookie.ts';
import { type StudioAccount, studioAccountOf } from './sessions.ts';

type Staff = {
  /** Null for a call that needs no sign-in, even if the caller is signed in. */
  readonly anyone: null;
  readonly studio: StudioAccount;
  readonly owner: StudioAccount;
};

/** Registers one call of the studio. A cookie identifies the caller, and a change has to come from a page of ours. */
export const serveStudio = serveTable<Staff, typeof studioCalls>(studioCalls, {
  device: { name: 'pinwheel-studio-device', path: studioApiPath },
  async recognise(services, context, { access, method }) {
    assertNoBearer(context);
    if (method !== 'GET') assertSameOrigin(context, services.env.publicUrl);
    if (access === 'anyone') return null;
    const account = await signedIn(services, context);
    if (!isAllowed(access, account.role)) throw ownersOnly();
    return account;
  },
});

/** The problem for an editor who makes a call of the owners'. */
export function ownersOnly(): Problem {
  return new Problem('FORBIDDEN', studioMessages.ownersOnly);
}

/** Refuses bearer tokens: buyers send them, the studio never does. */
function assertNoBearer(context: Context): void {
  if (!/^bearer\b/i.test(context.req.header('authorization') ?? '')) return;
  throw new Problem('FORBIDDEN', 'The studio has its own sign-in.');
}

async function signedIn(services: Services, context: Context): Promise<StudioAccount> {
  const token = sessionToken(context);
  const account = token && (await studioAccountOf(services, token));
  if (!account) throw notSignedIn();
  return account;
}
