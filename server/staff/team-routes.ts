import type { Hono } from 'hono';
import type { StudioCallAnswer } from '#contract/studio/calls.ts';
import type { StudioProof } from '#contract/studio/own-account.ts';
import { type AuditedChange, makeAuditedChange } from '../platform/database/change.ts';
import type { MakeLastChange } from '../platform/http/answer-again.ts';
import type { Services } from '../platform/services/services.ts';
import { countAttempt } from '../platform/sign-in/count-attempt.ts';
import { forgetDevices } from '../platform/sign-in/known-devices.ts';
import { readDevices, signOutDevices } from './devices.ts';
import { assertOwner } from './owners.ts';
import { confirmReset, refuseReset } from './reset-requests.ts';
import { type ComparedProof, compareProof } from './second-proof.ts';
import { serveStudio } from './serve-studio.ts';
import type { StudioAccount } from './sessions.ts';
import {
  changeRole,
  findMember,
  inviteMember,
  readTeam,
  removeMember,
  resendInvitation,
} from './team.ts';

/** The owners' routes for the people of the studio. */
export function teamRoutes(app: Hono, services: Services): void {
  const { database, env, clock } = services;

  /** Compares a proof before the transaction, because hashing takes a while; null without one. */
  function compared(
    account: StudioAccount,
    address: string,
    { proof }: { readonly proof?: StudioProof | undefined },
  ): Promise<ComparedProof> | null {
    return proof ? compareProof(services, account, proof, address) : null;
  }

  /** Makes a change of the team and answers with the team after it. */
  function changeTeam(
    actorId: string,
    work: (change: AuditedChange) => Promise<void>,
  ): Promise<StudioCallAnswer<'team'>> {
    return makeAuditedChange(services, actorId, async (change) => {
      await work(change);
      return readTeam(change.tx, change.now, actorId);
    });
  }

  /** Sends an invitation, with a proof if there is one, and answers with its link too. */
  const inviting =
    (
      account: StudioAccount,
      address: string,
      body: { readonly proof?: StudioProof | undefined },
      work: (change: AuditedChange, proof: ComparedProof | null) => Promise<string>,
    ) =>
    async (makeLast: MakeLastChange<StudioCallAnswer<'inviteMember'>>) => {
      const proof = await compared(account, address, body);
      await countAttempt(services, 'studioInviting', { address }, account.id);
      return makeLast(async (change) => {
        const link = await work({ ...change, actorId: account.id }, proof);
        return { link, ...(await readTeam(change.tx, change.now, account.id)) };
      });
    };

  serveStudio(app, services, 'team', ({ account }) => readTeam(database.read, clock(), account.id));

  serveStudio(app, services, 'inviteMember', ({ account, address, body, once }) =>
    once(
      inviting(account, address, body, (change, proof) => inviteMember(change, env, body, proof)),
    ),
  );

  serveStudio(app, services, 'resendInvitation', ({ account, address, params, body, once }) =>
    once(
      inviting(account, address, body, (change, proof) =>
        resendInvitation(change, env, params.accountId, proof),
      ),
    ),
  );

  serveStudio(app, services, 'changeRole', async ({ account, address, params, body }) => {
    const proof = await compared(account, address, body);
    return changeTeam(account.id, (change) =>
      changeRole(change, env, params.accountId, body.role, proof),
    );
  });

  serveStudio(app, services, 'removeMember', async ({ account, address, params, body }) => {
    const proof = await compared(account, address, body);
    return changeTeam(account.id, (change) => removeMember(change, env, params.accountId, proof));
  });

  serveStudio(app, services, 'memberDevices', async ({ account, params }) => {
    const { id } = await findMember(database.read, params.accountId);
    return readDevices(database.read, clock(), id, account.tokenHash);
  });

  serveStudio(app, services, 'signOutMember', ({ account, params, body }) =>
    makeAuditedChange(services, account.id, async (change) => {
      const { tx, now } = change;
      await assertOwner(change);
      const { id } = await findMember(tx, params.accountId);
      await signOutDevices(change, id, body.deviceId, account.tokenHash);
      if (body.deviceId === null) await forgetDevices(tx, `studio:${id}`);
      return readDevices(tx, now, id, account.tokenHash);
    }),
  );

  serveStudio(app, services, 'confirmReset', ({ account, params }) =>
    changeTeam(account.id, (change) => confirmReset(change, env, params.resetId)),
  );

  serveStudio(app, services, 'refuseReset', ({ account, params }) =>
    changeTeam(account.id, (change) => refuseReset(change, params.resetId)),
  );
}
