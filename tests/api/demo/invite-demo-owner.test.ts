import { expect, test } from 'vitest';
import { studioNotice } from '#demo/invite-demo-owner.ts';
import { createDemo } from '#demo/start-demo.ts';
import { createApp } from '#server/app.ts';
import { readSetting } from '#server/platform/settings/settings.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { queuedMails } from '#tests/support/queued-mails.ts';
import { callStudio } from '#tests/support/studio-call.ts';
import { joinStudio } from '#tests/support/studio-person.ts';

const emptyShop = () => makeServices({ settings: { DEMO_DESIGNS: '1' } });

/** The same shop in a process that dies after its first write. */
function dying(services: TestServices): TestServices {
  let writes = 0;
  const { database } = services;
  return {
    ...services,
    database: {
      ...database,
      async write(work, owner) {
        writes += 1;
        if (writes > 1) throw new Error('killed');
        return database.write(work, owner);
      },
    },
  };
}

test('a new demo has a link for its first owner, once', async () => {
  const services = await emptyShop();

  const link = (await createDemo(services)) ?? '';

  const token = new URL(link).hash.replace('#token=', '');
  const { answer } = await callStudio(createApp(services), 'openInvitation', { body: { token } });
  expect(answer.email).toBe('owner@pinwheel.example');
  expect(await createDemo(services)).toBeNull();
});

test('no demo is left without the invitation of its owner', async () => {
  const services = await emptyShop();
  const { read } = services.database;

  await createDemo(dying(services)).catch(() => null);

  const { value } = await readSetting(read, 'demo');
  const invited = await read.selectFrom('studioInvitations').select('tokenHash').execute();
  expect([value, invited.length]).toEqual([{ drawn: 0, total: 1 }, 1]);
});

test('the first owner’s invitation is no e-mail: nobody reads that address', async () => {
  const services = await emptyShop();

  await createDemo(services);

  expect(await queuedMails(services)).toEqual([]);
});

test('nobody is invited to a studio with an owner, or in production', async () => {
  const services = await emptyShop();
  await joinStudio(createApp(services), services);
  expect(await createDemo(services)).toBeNull();

  const { env, ...others } = await emptyShop();
  expect(await createDemo({ ...others, env: { ...env, isProduction: true } })).toBeNull();
});

test('until somebody can enter the studio, each start says how', async () => {
  const services = await emptyShop();
  const { read } = services.database;
  const link = await createDemo(services);

  expect(await studioNotice(read, link)).toContain(`\n  ${link}\n`);
  expect(await studioNotice(read, null)).toContain('npm run studio:invite EMAIL');
  await joinStudio(createApp(services), services);
  expect(await studioNotice(read, null)).toBe('');
});
