import type { Hono } from 'hono';
import { messages } from '#contract/messages/messages.ts';
import type { StudioCallInput } from '#contract/studio/calls.ts';
import {
  defaultChoices,
  type NotificationChoice,
  type NotificationKind,
  type StudioNotifications,
} from '#contract/studio/notifications.ts';
import { recordAction } from '../../platform/audit/record-action.ts';
import { type AuditedChange, makeAuditedChange } from '../../platform/database/change.ts';
import { Problem } from '../../platform/http/problem.ts';
import { isPushService, renewDevice, storeNewest } from '../../platform/push/push-devices.ts';
import { readPushKeys } from '../../platform/push/push-keys.ts';
import { staffPushTables } from '../../platform/push/push-outbox.ts';
import type { Services } from '../../platform/services/services.ts';
import { readSetting, readTimeZone, writeSetting } from '../../platform/settings/settings.ts';
import { ownerOf } from '../../platform/sign-in/person.ts';
import { serveStudio } from '../serve-studio.ts';

/** The routes for a staff member's own notifications, and the time of everybody's digest. */
export function notificationRoutes(app: Hono, services: Services): void {
  serveStudio(app, services, 'notifications', ({ account }) => readOwn(services, account.id));

  serveStudio(app, services, 'chooseNotification', async ({ account, body }) => {
    await makeAuditedChange(services, account.id, (change) => choose(change, body));
    return readOwn(services, account.id);
  });

  serveStudio(app, services, 'setDigestTime', async ({ account, body }) => {
    await makeAuditedChange(services, account.id, async (change) => {
      const { value } = await readSetting(change.tx, 'digest');
      await writeSetting(change, 'digest', body);
      const line = { subjectId: 'digest', before: { ...value }, after: { ...body } };
      await recordAction(change, { ...line, action: 'settings.changed' });
    });
    return readOwn(services, account.id);
  });

  serveStudio(app, services, 'addPushDevice', async ({ account, body }) => {
    if (!isPushService(body.endpoint)) throw new Problem('INVALID', messages.invalid.fields);
    await makeAuditedChange(services, account.id, (change) => addDevice(change, body));
    return readOwn(services, account.id);
  });

  serveStudio(app, services, 'renewPushDevice', ({ account, body }) =>
    renewDevice(services, staffPushTables, ownerOf(account.id), body),
  );

  serveStudio(app, services, 'removePushDevice', async ({ account, body: { endpoint } }) => {
    await makeAuditedChange(services, account.id, async (change) => {
      const removed = await change.tx
        .deleteFrom('staffPushDevices')
        .where('endpoint', '=', endpoint)
        .where('accountId', '=', account.id)
        .returning('name')
        .executeTakeFirst();
      if (removed) await recordDevice(change, { device: removed.name }, null);
    });
    return readOwn(services, account.id);
  });
}

async function readOwn(services: Services, accountId: string): Promise<StudioNotifications> {
  const { database, clock, env } = services;
  const { read } = database;
  const chosen = await read
    .selectFrom('notificationChoices')
    .select(['kind', 'mail', 'isPushed'])
    .where('accountId', '=', accountId)
    .execute();
  const rows = await read
    .selectFrom('staffPushDevices')
    .select(['endpoint', 'name', 'createdAt', 'goneAt'])
    .where('accountId', '=', accountId)
    .orderBy('createdAt', 'desc')
    .execute();
  const devices = rows.map(({ goneAt, ...device }) => ({ ...device, isGone: goneAt !== null }));
  const choices: Record<NotificationKind, NotificationChoice> = { ...defaultChoices };
  for (const { kind, mail, isPushed } of chosen) choices[kind] = { mail, isPushed: isPushed === 1 };
  const { value } = await readSetting(read, 'digest');
  const digest = { ...value, timeZone: await readTimeZone(read, env) };
  const { publicKey } = await readPushKeys(database, clock());
  return { choices, digest, devices, pushKey: publicKey };
}

async function choose(
  change: AuditedChange,
  { kind, mail, isPushed }: StudioCallInput<'chooseNotification'>['body'],
): Promise<void> {
  const { tx, actorId } = change;
  const before = await tx
    .selectFrom('notificationChoices')
    .select(['mail', 'isPushed'])
    .where('accountId', '=', actorId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  const set = { mail, isPushed: isPushed ? 1 : 0 };
  await tx
    .insertInto('notificationChoices')
    .values({ accountId: actorId, kind, ...set })
    .onConflict((conflict) => conflict.columns(['accountId', 'kind']).doUpdateSet(set))
    .execute();
  if (mail === 'off') {
    await tx
      .deleteFrom('notifications')
      .where('accountId', '=', actorId)
      .where('kind', '=', kind)
      .where('mailedAt', 'is', null)
      .execute();
  }
  await recordAction(change, {
    action: 'notifications.changed',
    subjectId: kind,
    before: { ...defaultChoices[kind], ...before },
    after: { mail, isPushed },
  });
}

async function addDevice(
  change: AuditedChange,
  { endpoint, keys, name }: StudioCallInput<'addPushDevice'>['body'],
): Promise<void> {
  const { tx, now, actorId } = change;
  const row = { accountId: actorId, ...keys, name, createdAt: now.toISOString() };
  await storeNewest(tx, 'staffPushDevices', ownerOf(actorId), endpoint, () =>
    tx
      .insertInto('staffPushDevices')
      .values({ endpoint, ...row })
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(row))
      .execute(),
  );
  await recordDevice(change, null, { device: name });
}

function recordDevice(
  change: AuditedChange,
  before: { readonly device: string } | null,
  after: { readonly device: string } | null,
): Promise<void> {
  const line = { subjectId: 'devices', before, after };
  return recordAction(change, { ...line, action: 'notifications.changed' });
}
