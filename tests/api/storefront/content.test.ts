import type { Hono } from 'hono';
import * as v from 'valibot';
import { beforeEach, expect, test } from 'vitest';
import type { Hero, Terms } from '#contract/shop/content.ts';
import { lookPath } from '#contract/shop/look.ts';
import { manifestPath, paths } from '#contract/shop/paths.ts';
import type { StudioCallInput } from '#contract/studio/calls.ts';
import {
  type ContentSection,
  contentMessages,
  contentSchemas,
  contentSections,
} from '#contract/studio/content.ts';
import type { Look } from '#contract/studio/look.ts';
import {
  type MailName,
  type MailText,
  type MailTexts,
  mailMessages,
} from '#contract/studio/mails.ts';
import { publishMessages } from '#contract/studio/publish-messages.ts';
import { utcDay } from '#contract/wire/day-in.ts';
import { firstContent } from '#server/platform/content/first-content.ts';
import { registered } from '#server/platform/mail/account-letters.ts';
import { letterhead } from '#server/platform/mail/letterhead.ts';
import { call, callRefused } from '#tests/support/call.ts';
import { changedBody, contentBody } from '#tests/support/changed-body.ts';
import type { TestServices } from '#tests/support/make-services.ts';
import { paperShop } from '#tests/support/paper-shop.ts';
import { queuedMails } from '#tests/support/queued-mails.ts';
import { registration } from '#tests/support/registration.ts';
import { shopWithOwner } from '#tests/support/shop-with-owner.ts';
import { callStudio, sendStudio, studioRefused } from '#tests/support/studio-call.ts';
import { joinStudio, studioEmail } from '#tests/support/studio-person.ts';

let services: TestServices;
let app: Hono;
let cookie: string;

/** What the shop's pages show. */
const { mails: firstMails, look: _, searchEngines: firstFound, ...others } = firstContent;
const { about: _a, privacy: _p, imprint: _i, accessibility: _c, ...firstTexts } = others;
const homeTitle = firstFound.title.replace('{shop}', 'Pinwheel');
const firstShown = { ...firstTexts, homeTitle };

const hero = { sticker: 'Sewn at night', title: 'Fresh <moons>', text: 'Patterns of the moon.' };

beforeEach(async () => {
  ({ services, app, cookie } = await shopWithOwner({ shop: paperShop() }));
});

const versions = async () =>
  (await callStudio(app, 'contentVersions', { cookie, params: { section: 'hero' } })).answer
    .versions;
const publish = async (content: Hero, read?: Hero, as = cookie) =>
  (
    await callStudio(app, 'publishContent', {
      cookie: as,
      body: { section: 'hero', ...contentBody('hero', content, read) },
    })
  ).answer.versions;
const refused = (section: Exclude<ContentSection, 'terms'>, content: unknown) =>
  studioRefused(app, 'publishContent', {
    cookie,
    body: { section, ...contentBody(section, content) },
  });

async function shown() {
  await services.catalogue.refresh();
  const { texts } = (await call(app, 'shopSettings', {})).answer;
  const { terms } = (await call(app, 'terms', { query: {} })).answer;
  return { ...texts, ...(await call(app, 'homeTexts', {})).answer, terms };
}

test('a shop starts with a valid first version of every section', async () => {
  const { sections } = (await callStudio(app, 'contentSections', { cookie })).answer;

  expect(sections).toEqual(
    contentSections.map((section) => ({
      section,
      version: 1,
      content: firstContent[section],
      published: null,
    })),
  );
  expect(await shown()).toEqual(firstShown);
});

test('a published version is what the shop and the first paint of its HTML show', async () => {
  const [newest, first] = await publish(hero);

  const at = services.clock().toISOString();
  expect(newest).toEqual({ version: 2, content: hero, published: { at, actor: studioEmail } });
  expect(first).toEqual({ version: 1, content: firstContent.hero, published: null });
  expect(await shown()).toEqual({ ...firstShown, hero });
  const html = await (await app.request('/')).text();
  expect(html).toContain('<p class="first-paint-title">Fresh &lt;moons&gt;</p>');
  expect(html).not.toContain(firstContent.hero.text);
});

test('what search engines read about the main pages is the studio’s', async () => {
  const content = {
    title: 'Moons by {shop}',
    home: 'Hand-sewn moons by {shop}.',
    shop: 'All our moons.',
    licence: 'Which moon licence fits.',
    terms: 'What you may sew.',
  };
  await callStudio(app, 'publishContent', {
    cookie,
    body: { section: 'searchEngines', ...contentBody('searchEngines', content) },
  });
  await services.catalogue.refresh();

  const htmlOf = async (path: string) => (await app.request(path)).text();
  const home = await htmlOf('/');
  expect(home).toContain('<title>Moons by Pinwheel</title>');
  expect(home).toContain('<meta property="og:title" content="Moons by Pinwheel">');
  expect(home).toContain('<meta name="description" content="Hand-sewn moons by Pinwheel.">');
  for (const name of ['shop', 'licence', 'terms'] as const) {
    expect(await htmlOf(paths[name].path)).toContain(
      `<meta name="description" content="${content[name]}">`,
    );
  }
  const manifest = (await (await app.request(manifestPath)).json()) as { description: string };
  expect(manifest.description).toBe('Hand-sewn moons by Pinwheel.');
  expect((await shown()).homeTitle).toBe('Moons by Pinwheel');
});

test('restoring publishes the old content as a new version, and the log says which it was', async () => {
  await publish(hero);

  const all = await publish(firstContent.hero, hero);

  expect(all.map(({ version }) => version)).toEqual([3, 2, 1]);
  expect(await shown()).toEqual(firstShown);
  const { answer } = await callStudio(app, 'auditLines', { cookie, query: {} });
  expect(answer.items[0]).toMatchObject({
    actor: studioEmail,
    action: 'shop_text.published',
    subjectId: 'hero',
    before: { version: 2 },
    after: { version: 3, sameAsVersion: 1 },
  });
});

test('two publish different fields of a section, and who changes the same one sees who did', async () => {
  const { cookie: theirs } = await joinStudio(app, services, 'ben@studio.example');
  const first = firstContent.hero;
  await publish({ ...first, title: 'Theirs' }, first, theirs);

  const [merged] = await publish({ ...first, text: 'Mine.' });
  const before = await versions();
  const { status, problem } = await refused('hero', { ...first, title: 'Mine', sticker: 'Mine' });
  await callStudio(app, 'saveMe', { cookie: theirs, body: { name: 'Ben' } });
  const named = await refused('hero', { ...first, title: 'Mine', text: 'Other.' });

  expect(merged?.content).toEqual({ ...first, title: 'Theirs', text: 'Mine.' });
  expect([status, problem.code]).toEqual([409, 'CHANGED_MEANWHILE']);
  expect(problem.fields).toEqual({ title: 'ben@studio.example changed this too.' });
  expect(await versions()).toEqual(before);
  expect(named.problem.fields).toEqual({
    title: 'Ben changed this too.',
    text: `${studioEmail} changed this too.`,
  });
});

test('what a colleague published in the same words is no conflict, and no new version', async () => {
  await publish(hero);

  expect(await publish(hero)).toHaveLength(2);
});

test('subject and text of a mail are two fields', async () => {
  const first = firstMails.registered;
  const publishWords = (words: MailText) =>
    callStudio(app, 'publishContent', publishMail({ registered: words }));
  await publishWords({ ...first, subject: 'Hello' });

  const { answer } = await publishWords({ ...first, text: 'Glad you are here.' });
  const { problem } = await studioRefused(
    app,
    'publishContent',
    publishMail({ registered: { ...first, subject: 'Hi' } }),
  );

  const [newest] = answer.versions;
  const registered = { subject: 'Hello', text: 'Glad you are here.' };
  expect(newest?.content).toEqual({ ...firstMails, registered });
  expect(problem.fields).toEqual({ 'registered.subject': `${studioEmail} changed this too.` });
});

test('fields that a section doesn’t have are not stored', async () => {
  const content = { ...hero, other: 1, constructor: 'x' };

  const [newest] = await publish(content);

  expect(newest?.content).toEqual(hero);
});

test('the version in force can’t be published again', async () => {
  const { status, problem } = await refused('hero', firstContent.hero);

  expect({ status, message: problem.message }).toEqual({
    status: 422,
    message: publishMessages.same,
  });
});

const question = { question: 'Why?', answer: 'Why not.', byMailAlone: '' };

test.each<[string, Parameters<typeof refused>[0], unknown, string, string]>([
  ['a missing title', 'hero', { ...hero, title: ' ' }, 'title', contentMessages.empty],
  [
    'a long title',
    'hero',
    { ...hero, title: 'x'.repeat(61) },
    'title',
    'Use at most 60 characters.',
  ],
  [
    'a script as a link',
    'announcement',
    { ...firstContent.announcement, link: 'javascript:alert(1)' },
    'link',
    contentMessages.link,
  ],
  [
    'a link to another host without its name',
    'footer',
    { ...firstContent.footer, links: [{ label: 'A', url: '//evil.example' }] },
    'links.0.url',
    contentMessages.link,
  ],
  ['no questions', 'faq', { title: 'FAQ', entries: [] }, 'entries', contentMessages.faqEntries],
  [
    'a question twice',
    'faq',
    { title: 'FAQ', entries: [question, question] },
    'entries',
    contentMessages.sameQuestion,
  ],
])('%s is refused with its reason', async (_, section, content, field, message) => {
  const { status, problem } = await refused(section, content);

  expect({ status, fields: problem.fields }).toEqual({
    status: 422,
    fields: { [field]: message },
  });
});

test.each(contentSections)('the first version of %s can be restored', (section) => {
  expect(v.parse(contentSchemas[section], firstContent[section])).toEqual(firstContent[section]);
});

/** What the editor of the terms sends over what is in force. */
async function termsBody(isCorrection: boolean, content: Partial<Terms>) {
  const params = { section: 'terms' } as const;
  const { answer } = await callStudio(app, 'contentVersions', { cookie, params });
  const read = answer.versions[0]?.content as Terms;
  return { isCorrection, ...contentBody('terms', { ...read, ...content }, read) };
}
const publishTerms = async (lead: string, isCorrection: boolean) =>
  callStudio(app, 'publishTerms', { cookie, body: await termsBody(isCorrection, { lead }) });

/** The terms under a version, and the version that buyers accept. */
async function termsAt(version?: string) {
  await services.catalogue.refresh();
  const { answer } = await call(app, 'terms', { query: version === undefined ? {} : { version } });
  const { termsVersion } = (await call(app, 'shopSettings', {})).answer;
  return { version: answer.version, lead: answer.terms.lead, accepted: termsVersion };
}

test('new terms are a new version to accept, and those accepted before stay readable', async () => {
  const today = utcDay(services.clock());
  await publishTerms('First change.', false);
  await publishTerms('Second change.', false);

  const version = `${today}-2`;
  expect(await termsAt()).toEqual({ version, lead: 'Second change.', accepted: version });
  expect(await termsAt(today)).toMatchObject({ version: today, lead: 'First change.' });
  expect(await termsAt('2026-11')).toMatchObject({
    version: '2026-11',
    lead: firstContent.terms.lead,
  });
});

test('a correction keeps the version that buyers accepted, and is what that version shows', async () => {
  await publishTerms('Corrected.', true);
  expect(await termsAt()).toEqual({ version: '2026-11', lead: 'Corrected.', accepted: '2026-11' });

  await publishTerms('New.', false);
  expect(await termsAt('2026-11')).toMatchObject({ version: '2026-11', lead: 'Corrected.' });
});

test('only owners publish terms, which bind buyers; editors can read them', async () => {
  const editor = (await joinStudio(app, services, 'bo@studio.example', 'editor')).cookie;
  const body = await termsBody(true, { lead: 'Mine.' });

  const own = await studioRefused(app, 'publishTerms', { cookie: editor, body });
  const general = await sendStudio(app, 'publishContent', {
    cookie: editor,
    body: { section: 'terms', ...body },
  });

  expect([own.status, own.problem.code, general.status]).toEqual([403, 'FORBIDDEN', 422]);
  const params = { section: 'terms' } as const;
  const { answer } = await callStudio(app, 'contentVersions', { cookie: editor, params });
  expect(answer.versions).toHaveLength(1);
});

test('an unknown version of the terms isn’t answered with another text', async () => {
  const { status, problem } = await callRefused(app, 'terms', { query: { version: '1999' } });

  expect({ status, message: problem.message }).toEqual({
    status: 404,
    message: 'This version of the terms doesn’t exist.',
  });
});

/** Gives the terms in force another name, as the settings once could. */
async function renameTerms(termsVersion: string) {
  const { answer } = await callStudio(app, 'settings', { cookie });
  const designers = [{ name: 'Ada', email: 'ada@shop.example' }];
  const body = changedBody(answer, { designers, termsVersion });
  await callStudio(app, 'saveSettings', { cookie, body });
}

test('terms accepted under a name from the settings stay readable after new ones', async () => {
  await renameTerms('v3');
  const { versions } = (await publishTerms('New.', false)).answer;

  expect(versions.map(({ version }) => version)).toEqual([3, 2, 1]);
  const lead = firstContent.terms.lead;
  expect(await termsAt('v3')).toMatchObject({ version: 'v3', lead });
  expect(await termsAt('2026-11')).toMatchObject({ version: '2026-11', lead });
  expect(await termsAt()).toMatchObject({ lead: 'New.' });
});

test('a name that was given to two texts shows the one last in force', async () => {
  await publishTerms('Second.', false);
  await renameTerms('2026-11');
  await publishTerms('Third.', false);

  expect(await termsAt('2026-11')).toMatchObject({ version: '2026-11', lead: 'Second.' });
});

test('terms as long as the editor allows can be published', async () => {
  const text = 'あ'.repeat(4000);
  const sections = Array.from({ length: 20 }, (_, place) => ({ title: `Topic ${place}`, text }));

  const { answer } = await callStudio(app, 'publishTerms', {
    cookie,
    body: await termsBody(true, { sections }),
  });

  expect(answer.versions[0]).toMatchObject({ version: 2, content: { sections } });
});

test('terms with a link to nowhere are refused', async () => {
  const sections = [
    { title: 'Rules', text: '[Read](javascript:alert(1)) and [more](ftp://x.example).' },
  ];

  const { status, problem } = await studioRefused(app, 'publishTerms', {
    cookie,
    body: await termsBody(true, { sections }),
  });

  expect({ status, fields: problem.fields }).toEqual({
    status: 422,
    fields: { 'sections.0.text': contentMessages.textLink },
  });
});

const publishMail = (part: Partial<MailTexts>, read: Partial<MailTexts> = {}) => {
  const mails = (words: Partial<MailTexts>) => ({ ...firstMails, ...words });
  const body = { section: 'mails', ...contentBody('mails', mails(part), mails(read)) } as const;
  return { cookie, body };
};

test('a mail is sent in the words that the studio published', async () => {
  const welcome = { subject: 'Hi from {shop}', text: 'Glad you are here.\n\nUntil soon!' };
  await callStudio(app, 'publishContent', publishMail({ registered: welcome }));

  await call(app, 'register', { body: registration({ email: 'ada@shop.example' }) });

  const [mail] = await queuedMails(services, { to: 'ada@shop.example' });
  expect(mail?.subject).toBe('Hi from Pinwheel');
  expect(mail?.text).toContain('Glad you are here.\n\nUntil soon!\n\nBrowse designs: ');
});

test('mails and pages read only the newest version of a text', async () => {
  const welcome = { subject: 'Hi from {shop}', text: 'Glad you are here.' };
  await callStudio(app, 'publishContent', publishMail({ registered: welcome }));
  await callStudio(app, 'publishContent', publishMail({}, { registered: welcome }));
  await services.database.write((tx) =>
    tx.updateTable('contentVersions').set({ content: 'unread' }).where('version', '=', 2).execute(),
  );

  const { mails } = await letterhead(services.database.read, services.env);
  expect(mails).toEqual(firstMails);
  expect(await shown()).toEqual(firstShown);
});

test.each<[string, Partial<MailTexts>, string, string]>([
  [
    'a placeholder that the mail doesn’t have',
    { registered: { subject: 'Hi {name}', text: 'Hello.' } },
    'registered.subject',
    mailMessages.unknown('name'),
  ],
  [
    'a code mail without its code',
    { oneTimeCode: { subject: 'Your code', text: 'Use it within {minutes} minutes.' } },
    'oneTimeCode.text',
    mailMessages.missing('code'),
  ],
])('%s is refused', async (_, part, field, message) => {
  const { status, problem } = await studioRefused(app, 'publishContent', publishMail(part));

  expect({ status, fields: problem.fields }).toEqual({
    status: 422,
    fields: { [field]: message },
  });
});

type TestedMail = StudioCallInput<'testMailText'>['body'];

const violet = { ...firstContent.look, raspberry: '#6b2fb3', paper: '#fdf8ff', ink: '#22103a' };
const publishLook = (content: Look) =>
  callStudio(app, 'publishContent', {
    cookie,
    body: { section: 'look', ...contentBody('look', content) },
  });

test('without colours of its own a shop loads no stylesheet for them', async () => {
  expect(await (await app.request('/')).text()).not.toContain(lookPath);
  expect(await (await app.request(lookPath)).text()).toBe(':root{}');
  expect((await call(app, 'shopSettings', {})).answer.texts).not.toHaveProperty('look');
});

test('published colours are in the settings, the first paint, the manifest and the mails', async () => {
  await publishLook(violet);
  await services.catalogue.refresh();

  const changed = { raspberry: '#6b2fb3', paper: '#fdf8ff', ink: '#22103a' };
  expect((await call(app, 'shopSettings', {})).answer.texts?.look).toEqual(changed);
  const html = await (await app.request('/')).text();
  expect(html).toContain(`<link rel="stylesheet" href="${lookPath}">`);
  const css = await app.request(lookPath);
  expect(css.headers.get('content-type')).toBe('text/css; charset=utf-8');
  expect(await css.text()).toBe(':root{--paper:#fdf8ff;--ink:#22103a;--raspberry:#6b2fb3}');
  const manifest = (await (await app.request(manifestPath)).json()) as object;
  expect(manifest).toMatchObject({ theme_color: '#fdf8ff', background_color: '#fdf8ff' });
  const letter = registered(await letterhead(services.database.read, services.env));
  expect(letter.html).toContain('background:#6b2fb3');
  expect(letter.html).not.toContain(firstContent.look.raspberry);
});

test('the stored shell always loads the colours, because it outlives them', async () => {
  expect(await (await app.request('/index.html')).text()).toContain(lookPath);
});

test('colours that can’t be read are refused, with one that can', async () => {
  const { status, problem } = await refused('look', { ...violet, raspberry: '#d9a8ff' });

  const field = problem.fields?.raspberry;
  expect(status).toBe(422);
  expect(field).toMatch(/^Accent on Page has a contrast of 1\.\d, and needs 4\.5\. The nearest/);
});

const unpublished = { subject: 'Paid: {order}', text: 'Thank you, {name}, for {order}.' };
const testMail = (mail: MailName, text: MailText) =>
  callStudio(app, 'testMailText', { cookie, body: { mail, ...text } as TestedMail });

test('a mail is tried in unpublished words, with example data, by its writer', async () => {
  await testMail('receipt', unpublished);

  const sent = await queuedMails(services, { subject: /^Test: / });
  expect(sent).toMatchObject([{ recipient: studioEmail, subject: 'Test: Paid: PW-1001' }]);
  expect(sent[0]?.text).toContain('Thank you, Ada, for PW-1001.');
  expect(sent[0]?.text).toContain('Total: $12.50');
  expect((await letterhead(services.database.read, services.env)).mails).toEqual(firstMails);
});

test('every mail can be tried, and none shows a placeholder', async () => {
  for (const [mail, text] of Object.entries(firstMails)) await testMail(mail as MailName, text);

  const sent = await queuedMails(services, { subject: /^Test: / });
  expect(sent).toHaveLength(Object.keys(firstMails).length);
  for (const { subject, text } of sent) expect(subject + text).not.toMatch(/[{}]/);
});

test('a mail without what it needs isn’t tried, and nobody tries without end', async () => {
  const body = { mail: 'receipt', ...unpublished, text: 'Thank you.' } as const;
  const incomplete = await studioRefused(app, 'testMailText', { cookie, body });
  for (let tries = 0; tries < 20; tries += 1) await testMail('receipt', unpublished);
  const tooMany = await studioRefused(app, 'testMailText', {
    cookie,
    body: { mail: 'receipt', ...unpublished },
  });

  expect(incomplete.problem.fields).toEqual({ text: mailMessages.missing('order') });
  expect([incomplete.status, tooMany.status]).toEqual([422, 429]);
});
