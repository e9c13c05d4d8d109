import type { Hono } from 'hono';
import { recordAction } from '../platform/audit/record-action.ts';
import { makeAuditedChange } from '../platform/database/change.ts';
import type { Services } from '../platform/services/services.ts';
import { forgetDevices } from '../platform/sign-in/known-devices.ts';
import { readDevices, signOutDevices } from './devices.ts';
import { activeOwners } from './owners.ts';
import { renewRecoveryCodes } from './renew-recovery-codes.ts';
import { serveStudio } from './serve-studio.ts';
import { studioUser } from './studio-user.ts';

/** The routes for what staff members manage of their own accounts. */
export function ownAccountRoutes(app: Hono, services: Services): void {
  const { database, clock } = services;

  serveStudio(app, services, 'me', ({ account }) => studioUser(database.read, account.id));

  serveStudio(app, services, 'saveMe', ({ account: { id, name: before }, body: { name } }) =>
    makeAuditedChange(services, id, async (change) => {
      const { tx } = change;
      if (name !== before) {
        await tx.updateTable('studioAccounts').set({ name }).where('id', '=', id).execute();
        const line = { subjectId: id, before: { name: before }, after: { name } };
        await recordAction(change, { ...line, action: 'staff.renamed' });
      }
      return studioUser(tx, id);
    }),
  );

  serveStudio(app, services, 'devices', ({ account }) =>
    readDevices(database.read, clock(), account.id, account.tokenHash),
  );

  serveStudio(app, services, 'signOutDevices', ({ account, body, device }) =>
    makeAuditedChange(services, account.id, async (change) => {
      const { tx, now } = change;
      const { id, tokenHash } = account;
      await signOutDevices(change, id, body.deviceId, tokenHash);
      if (body.deviceId === null) await forgetDevices(tx, `studio:${id}`, device);
      return readDevices(tx, now, id, tokenHash);
    }),
  );

  serveStudio(app, services, 'renewRecoveryCodes', ({ account, body, address, once }) =>
    once((makeLast) => renewRecoveryCodes(services, account, body, address, makeLast)),
  );

  serveStudio(app, services, 'owners', async () => {
    const owners = await activeOwners(database.read).select(['name', 'email']).execute();
    return { owners };
  });
}
