import { expect, test } from 'vitest';
import { seedDemo } from '#demo/seed.ts';
import { startDemo } from '#demo/start-demo.ts';
import { createApp } from '#server/app.ts';
import { terminal } from '#server/platform/audit/record-action.ts';
import { makeAuditedChange, makeChange } from '#server/platform/database/change.ts';
import { dismissByEmail } from '#server/staff/invite.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { callStudio, studioRefused } from '#tests/support/studio-call.ts';
import { authenticator, invitationToken, studioPassword } from '#tests/support/studio-person.ts';

/** A shop whose demo is there and drawn, as after a start that crashed before it invited anybody. */
async function demoShop(): Promise<TestServices> {
  const services = await makeServices({ settings: { DEMO_DESIGNS: '1' } });
  await makeChange(services, async (change) => {
    await seedDemo(change, 1, 'hash');
    await change.tx.updateTable('productFiles').set({ sha256: 'a' }).execute();
  });
  return services;
}

/** Starts the demo again and returns the token of the link that it prints; null without one. */
async function startAgain(services: TestServices): Promise<string | null> {
  const { studioLink } = await startDemo(services, () => {});
  return studioLink && new URL(studioLink).hash.replace('#token=', '');
}

test('every start of a demo that nobody has entered has a link, and the last one works', async () => {
  const services = await demoShop();
  const { read } = services.database;
  const app = createApp(services);

  const first = (await startAgain(services)) ?? '';
  const token = (await startAgain(services)) ?? '';

  await studioRefused(app, 'openInvitation', { body: { token: first } });
  const { answer } = await callStudio(app, 'openInvitation', { body: { token } });
  expect(answer.email).toBe('owner@pinwheel.example');
  expect(await read.selectFrom('studioInvitations').select('tokenHash').execute()).toHaveLength(1);

  const code = authenticator(services, answer.totpSecret)();
  await callStudio(app, 'acceptInvitation', { body: { token, password: studioPassword, code } });
  expect(await startAgain(services)).toBeNull();
});

test('the invitation is not mailed: its address receives nothing', async () => {
  const services = await demoShop();

  expect(await startAgain(services)).not.toBeNull();

  const mails = services.database.read.selectFrom('mailOutbox').select('recipient');
  expect(await mails.execute()).toEqual([]);
});

test('nobody is invited once somebody else is, or after the invitation was withdrawn', async () => {
  const services = await demoShop();
  await invitationToken(services);
  expect(await startAgain(services)).toBeNull();

  const withdrawn = await demoShop();
  await startAgain(withdrawn);
  await makeAuditedChange(withdrawn, terminal, (change) =>
    dismissByEmail(change, 'owner@pinwheel.example'),
  );
  expect(await startAgain(withdrawn)).toBeNull();
});

test('nobody is invited in production', async () => {
  const { env, ...others } = await demoShop();

  expect(await startAgain({ ...others, env: { ...env, isProduction: true } })).toBeNull();
});
