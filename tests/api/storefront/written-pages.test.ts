import type { Hono } from 'hono';
import { beforeEach, expect, test } from 'vitest';
import { logoPath, paths } from '#contract/shop/paths.ts';
import { type AboutPage, writtenPages } from '#contract/shop/written-page.ts';
import { contentMessages } from '#contract/studio/content.ts';
import { logoMessages } from '#contract/studio/look.ts';
import { dayIn } from '#contract/wire/day-in.ts';
import { firstContent } from '#server/platform/content/first-content.ts';
import { call } from '#tests/support/call.ts';
import { changedBody, contentBody } from '#tests/support/changed-body.ts';
import type { TestServices } from '#tests/support/make-services.ts';
import { paperShop } from '#tests/support/paper-shop.ts';
import { picture } from '#tests/support/pictures.ts';
import { shopWithOwner } from '#tests/support/shop-with-owner.ts';
import { callStudio, studioRefused } from '#tests/support/studio-call.ts';

let services: TestServices;
let app: Hono;
let cookie: string;

beforeEach(async () => {
  ({ services, app, cookie } = await shopWithOwner({ shop: paperShop() }));
});

async function shown() {
  await services.catalogue.refresh();
  return (await call(app, 'writtenPages', {})).answer;
}

const aboutBody = (about: unknown) =>
  ({ section: 'about', ...contentBody('about', about) }) as const;

test('a shop starts with its pages of text in its name, dated by the day they were written', async () => {
  const pages = await shown();

  for (const name of writtenPages) {
    expect(pages[name].version).toBe('2026-11-30');
    expect(JSON.stringify(pages[name])).not.toMatch(/\{\w+\}/);
  }
  expect(pages.about.lead).toContain('Pinwheel is a small studio.');
  expect(pages.imprint.sections[0]?.text).toBe('**Pinwheel**\n\n');
});

test('the imprint names the seller of the settings at once, but not the tax ID', async () => {
  const before = await shown();
  const nobody = { name: '', address: '', taxId: '' };
  const seller = { name: 'Fox & Moon $& GmbH', address: 'Lane 1\n 12345 Town', taxId: 'DE 123' };
  await callStudio(app, 'saveSeller', { cookie, body: changedBody(nobody, seller) });

  const { imprint } = await shown();

  expect(imprint.sections[0]?.text).toBe('**Fox & Moon $& GmbH**\n\nLane 1, 12345 Town');
  expect(JSON.stringify(imprint)).not.toContain('DE 123');
  expect(imprint.version).toBe(before.imprint.version);
});

test('a published page has the day of its publication', async () => {
  const privacy = { lead: 'We store nothing.', sections: [{ title: 'All', text: 'Nothing.' }] };
  const body = { section: 'privacy', ...contentBody('privacy', privacy) } as const;
  await callStudio(app, 'publishContent', { cookie, body });

  const version = dayIn('UTC', services.clock());
  expect((await shown()).privacy).toEqual({ ...privacy, version });
});

test('the page about the shop shows its people with their faces', async () => {
  const body = new Blob([new Uint8Array(await picture('png', { width: 200, height: 200 }))]);
  const { answer: face } = await callStudio(app, 'uploadLogo', { cookie, body });
  const people = [{ name: 'Clementine Fox', text: 'Draws foxes.', picture: face }];
  const about: AboutPage = { ...firstContent.about, people };
  await callStudio(app, 'publishContent', { cookie, body: aboutBody(about) });

  expect((await shown()).about.people).toEqual(people);
  expect((await app.request(logoPath(face.hash, 'webp'))).status).toBe(200);
});

test('a face that is no longer stored is refused at its field', async () => {
  const gone = { hash: 'a'.repeat(64), width: 20, height: 20 };
  const people = [{ name: 'Juniper Moon', text: 'Draws moons.', picture: gone }];
  const about = { ...firstContent.about, people };
  const { status, problem } = await studioRefused(app, 'publishContent', {
    cookie,
    body: aboutBody(about),
  });

  expect(status).toBe(422);
  expect(problem.fields).toEqual({ 'people.0.picture': logoMessages.gone });
});

test('a page about two people of one name, or with a link to nowhere, is refused', async () => {
  const twin = { name: 'Juniper Moon', text: 'Draws moons.' };
  const [twice, broken] = await Promise.all(
    [
      { ...firstContent.about, people: [twin, twin] },
      { ...firstContent.about, sections: [{ title: 'All', text: '[x](nowhere)' }] },
    ].map((about) => studioRefused(app, 'publishContent', { cookie, body: aboutBody(about) })),
  );

  expect(twice?.problem.fields).toEqual({ people: contentMessages.samePerson });
  expect(broken?.problem.fields).toEqual({ 'sections.0.text': contentMessages.textLink });
});

test('each page is in the sitemap, and its document has its description and its text', async () => {
  const sitemap = await (await app.request('/sitemap.xml')).text();
  for (const name of writtenPages) {
    const { path } = paths[name];
    const html = await (await app.request(path)).text();

    expect(sitemap).toContain(`${path}</loc>`);
    expect(html).toContain(`<link rel="canonical" href="${services.env.publicUrl}${path}">`);
    expect(html).toContain('"name":"writtenPages"');
    expect(html).toMatch(/<meta name="description" content="[A-Z]/);
  }
});
