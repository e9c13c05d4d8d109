import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { recordCatalogueChange } from '#server/platform/database/record-catalogue-change.ts';
import { readSetting, writeSetting } from '#server/platform/settings/settings.ts';
import { badLinks } from '#tests/support/bypass/link-corpus.ts';
import { call } from '#tests/support/call.ts';
import { makeServices } from '#tests/support/make-services.ts';

/** What the shop returns if the studio has set this link. */
async function shownFor(link: string): Promise<string> {
  const services = await makeServices();
  await makeChange(services, async (change) => {
    const { tx } = change;
    const { value } = await readSetting(tx, 'studio');
    await writeSetting(change, 'studio', { ...value, socialLink: link });
    await recordCatalogueChange(change, null);
  });
  await services.catalogue.refresh();
  return (await call(createApp(services), 'shopSettings', {})).answer.socialLink;
}

test('shows the social link as set', async () => {
  expect(await shownFor('https://social.example/pinwheel')).toBe('https://social.example/pinwheel');
});

test('does not show a social link that is no web address', async () => {
  const shown = await Promise.all(badLinks.slice(0, 12).map(shownFor));
  expect(new Set(shown)).toEqual(new Set(['']));
});
