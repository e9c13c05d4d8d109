import type { Hono } from 'hono';
import type { StudioCallAnswer } from '#contract/studio/calls.ts';
import type { StudioProof } from '#contract/studio/own-account.ts';
import { type AuditedChange, makeAuditedChange } from '../platform/database/change.ts';
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

  /** Sends an invitation and answers with its link too. */
  async function invite(
    actorId: string,
    address: string,
    work: (change: AuditedChange) => Promise<string>,
  ): Promise<StudioCallAnswer<'inviteMember'>> {
    await countAttempt(services, 'studioInviting', { address }, actorId);
    return makeAuditedChange(services, actorId, async (change) => {
      const link = await work(change);
      return { link, ...(await readTeam(change.tx, change.now, actorId)) };
    });
  }

  serveStudio(app, services, 'team', ({ account }) => readTeam(database.read, clock(), account.id));

  serveStudio(app, services, 'inviteMember', async ({ account, address, body }) => {
    const proof = await compared(account, address, body);
    return invite(account.id, address, (change) => inviteMember(change, env, body, proof));
  });

  serveStudio(app, services, 'resendInvitation', async ({ account, address, params, body }) => {
    const proof = await compared(account, address, body);
    return invite(account.id, address, (change) =>
      resendInvitation(change, env, params.accountId, proof),
    );
  });

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
