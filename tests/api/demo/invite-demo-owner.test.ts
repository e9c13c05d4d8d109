import { expect, test } from 'vitest';
import { inviteDemoOwner } from '#demo/invite-demo-owner.ts';
import { createApp } from '#server/app.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { callStudio } from '#tests/support/studio-call.ts';
import { joinStudio } from '#tests/support/studio-person.ts';

test('a new demo has a link for its first owner, once', async () => {
  const services = await makeServices();

  const link = (await inviteDemoOwner(services)) ?? '';

  const token = new URL(link).hash.replace('#token=', '');
  const { answer } = await callStudio(createApp(services), 'openInvitation', { body: { token } });
  expect(answer.email).toBe('owner@pinwheel.example');
  expect(await inviteDemoOwner(services)).toBeNull();
});

test('nobody is invited to a studio with an owner, or in production', async () => {
  const services = await makeServices();
  await joinStudio(createApp(services), services);
  expect(await inviteDemoOwner(services)).toBeNull();

  const { env, ...others } = await makeServices();
  expect(await inviteDemoOwner({ ...others, env: { ...env, isProduction: true } })).toBeNull();
});
