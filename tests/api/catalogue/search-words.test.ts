import type { Hono } from 'hono';
import { beforeEach, expect, test } from 'vitest';
import { keywordMessages, synonymMessages } from '#contract/studio/keywords.ts';
import { changeNumber } from '#server/platform/database/changes-after.ts';
import { readSetting } from '#server/platform/settings/settings.ts';
import { changedBody } from '#tests/support/changed-body.ts';
import type { TestServices } from '#tests/support/make-services.ts';
import { shopWithOwner } from '#tests/support/shop-with-owner.ts';
import { callStudio, studioRefused } from '#tests/support/studio-call.ts';
import { joinStudio, studioEmail } from '#tests/support/studio-person.ts';

let services: TestServices;
let app: Hono;
let cookie: string;

beforeEach(async () => {
  ({ services, app, cookie } = await shopWithOwner());
});

const bodyOf = (synonyms: string[][], seen: string[][] = []) =>
  changedBody({ synonyms: seen }, { synonyms });
const save = async (synonyms: string[][], seen?: string[][], as = cookie) =>
  (await callStudio(app, 'saveSearchWords', { cookie: as, body: bodyOf(synonyms, seen) })).answer;

test('a shop starts without groups of its own', async () => {
  const { answer } = await callStudio(app, 'searchWords', { cookie });

  expect(answer).toEqual({ synonyms: [], savedAt: null });
});

test('saves groups in lower case, and readers of the catalogue reload', async () => {
  const answer = await save([
    ['Mushroom', ' toadstool', 'mushroom'],
    ['christmas', 'XMAS'],
  ]);

  const synonyms = [
    ['mushroom', 'toadstool'],
    ['christmas', 'xmas'],
  ];
  expect(answer).toEqual({ synonyms, savedAt: services.clock().toISOString() });
  expect((await readSetting(services.database.read, 'synonyms')).value).toEqual(synonyms);
  const { cursor } = services.catalogue;
  await services.catalogue.refresh();
  expect(changeNumber(services.catalogue.cursor)).toBeGreaterThan(changeNumber(cursor));
});

test('no document contains them', async () => {
  await save([['mushroom', 'toadstool']]);
  await services.catalogue.refresh();

  const html = await (await app.request('/search?query=mushroom')).text();

  expect(html).not.toContain('toadstool');
});

test('refuses to overwrite what somebody else saved meanwhile, names them, and changes nothing', async () => {
  const { cookie: theirs } = await joinStudio(app, services, 'ben@studio.example');
  const answer = await save([['mushroom', 'toadstool']], [], theirs);
  services.pass(1000);

  const body = bodyOf([['fox', 'vixen']]);
  const { status, problem } = await studioRefused(app, 'saveSearchWords', { cookie, body });

  expect([status, problem.code]).toEqual([409, 'CHANGED_MEANWHILE']);
  expect(problem.fields).toEqual({ synonyms: 'ben@studio.example changed this too.' });
  expect(await save([['mushroom', 'toadstool']])).toEqual(answer);
  expect((await callStudio(app, 'searchWords', { cookie })).answer).toEqual(answer);
});

test('saving leaves one audit entry with the added and removed groups', async () => {
  const kept = ['fall', 'autumn'];
  const { synonyms } = await save([kept, ['mushroom', 'toadstool']]);
  services.pass(1000);
  await save([kept, ['fox', 'vixen']], synonyms);

  const { answer } = await callStudio(app, 'auditLines', { cookie, query: {} });

  expect(answer.items[0]).toMatchObject({
    actor: studioEmail,
    action: 'search_words.changed',
    before: { groups: 'mushroom, toadstool' },
    after: { groups: 'fox, vixen' },
  });
});

test.each([
  ['one word alone', ['fox'], synonymMessages.alone],
  ['one word twice', ['fox', ' FOX'], synonymMessages.alone],
  ['a symbol', ['fox', '!!'], keywordMessages.unreadable('!!')],
  ['too many words', Array.from({ length: 13 }, (_, at) => `w${at}`), keywordMessages.tooMany],
])('reports a group of %s at its line', async (_, group, message) => {
  const body = bodyOf([['fall', 'autumn'], group]);

  const { status, problem } = await studioRefused(app, 'saveSearchWords', { cookie, body });

  expect(status).toBe(422);
  expect(problem.fields).toEqual({ 'synonyms.1': message });
});

test('reports a word in more than 20 groups at the first group too many', async () => {
  const groups = Array.from({ length: 22 }, (_, at) => ['fox', `word ${at}`]);
  const sent = (synonyms: string[][]) => ({ cookie, body: bodyOf(synonyms) });

  const { problem } = await studioRefused(app, 'saveSearchWords', sent(groups));
  const { answer } = await callStudio(app, 'saveSearchWords', sent(groups.slice(0, 20)));

  expect(problem.fields).toEqual({ 'synonyms.20': synonymMessages.often('fox') });
  expect(answer.synonyms).toHaveLength(20);
});
