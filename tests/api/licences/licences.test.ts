import type { Hono } from 'hono';
import { beforeEach, expect, test } from 'vitest';
import { licenseTypes } from '#contract/shop/account.ts';
import { withItems } from '#contract/shop/licence-rules.ts';
import type { StudioCallRequest } from '#contract/studio/calls.ts';
import { licenceLimits, licenceMessages, type StoredText } from '#contract/studio/licences.ts';
import { utcDay } from '#contract/wire/day-in.ts';
import { call } from '#tests/support/call.ts';
import { changedBody } from '#tests/support/changed-body.ts';
import type { TestServices } from '#tests/support/make-services.ts';
import { shopWithOwner } from '#tests/support/shop-with-owner.ts';
import { callStudio, studioRefused } from '#tests/support/studio-call.ts';
import { joinStudio, studioEmail } from '#tests/support/studio-person.ts';

let services: TestServices;
let app: Hono;
let cookie: string;
/** The current day by the shop's clock. */
let today: string;

type Body = StudioCallRequest<'publishLicenceText'>['body'];
type Words = Pick<Body, 'licenseType'> & Body['changes'];

const text = {
  licenseType: 'FABRIC_SHOP',
  allows: ['Print it on linen.', 'Print it on wool.'],
  forbids: ['Print it on money.'],
  goods: 'It covers 50 metres.',
} satisfies Words;

beforeEach(async () => {
  ({ services, app, cookie } = await shopWithOwner());
  today = utcDay(services.clock());
});

const stored = async () => (await callStudio(app, 'allLicenceTexts', { cookie })).answer.texts;
/** Changes of the text that was read; without this, of the one in force. */
async function bodyOf({ licenseType, ...words }: Words, read?: StoredText): Promise<Body> {
  const inForce = (await stored()).find((each) => each.licenseType === licenseType);
  return { licenseType, ...changedBody((read ?? inForce) as StoredText, words) };
}
const publish = async (words: Words, read?: StoredText, as = cookie) => {
  const body = await bodyOf(words, read);
  return (await callStudio(app, 'publishLicenceText', { cookie: as, body })).answer.texts;
};
const refused = async (words: Words, read?: StoredText) =>
  studioRefused(app, 'publishLicenceText', { cookie, body: await bodyOf(words, read) });

/** What every shop shows. */
async function inForce() {
  await services.catalogue.refresh();
  return (await call(app, 'licenceTexts', {})).answer.licenceTexts;
}

test('a shop starts with a text for each licence', async () => {
  const texts = await stored();

  expect(texts.map(({ licenseType, version }) => `${licenseType} ${version}`)).toEqual([
    'FABRIC_SHOP 2026-12',
    'SMALL_BUSINESS 2026-11',
    // Kept for those who bought under it.
    'FABRIC_SHOP 2026-11',
  ]);
  for (const { goods, items, allows, forbids, published } of texts) {
    expect(published).toBeNull();
    expect(withItems(goods, items)).toContain('every 100 items sold');
    expect(Math.min(allows.length, forbids.length)).toBeGreaterThan(0);
  }
  expect(await inForce()).toEqual(
    texts.slice(0, licenseTypes.length).map(({ published: _, ...shown }) => ({
      ...shown,
      goods: withItems(shown.goods, shown.items),
    })),
  );
});

test('a published version is in force for its licence only, and the previous one is kept', async () => {
  const before = await stored();

  const texts = await publish(text);

  const at = services.clock().toISOString();
  const published = { at, actor: studioEmail };
  expect(texts).toEqual([{ ...text, items: 100, version: today, published }, ...before]);
  const shown = await inForce();
  expect(shown).toEqual([
    { ...text, items: 100, version: today },
    expect.objectContaining({ licenseType: 'SMALL_BUSINESS', version: '2026-11' }),
  ]);
});

test('a second version on the same day gets a name of its own', async () => {
  await publish(text);

  const texts = await publish({ ...text, goods: 'It covers 60 metres.' });

  expect(texts.slice(0, 2).map(({ version }) => version)).toEqual([`${today}-2`, today]);
  const other = await publish({ ...text, licenseType: 'SMALL_BUSINESS' });
  expect(other[0]).toMatchObject({ licenseType: 'SMALL_BUSINESS', version: today });
});

test('if two publish at once, one is told about the other', async () => {
  const bodies = await Promise.all(
    ['50', '60'].map((count) => bodyOf({ ...text, goods: `It covers ${count} metres.` })),
  );

  const answers = await Promise.all(
    bodies.map((body) =>
      callStudio(app, 'publishLicenceText', { cookie, body }).then(
        () => 'published',
        (error: Error) => error.message,
      ),
    ),
  );

  expect(answers.filter((answer) => answer === 'published')).toHaveLength(1);
  expect(answers.join()).toContain('CHANGED_MEANWHILE');
  expect(await stored()).toHaveLength(4);
});

test('two publish different parts, and who changes the same one sees who did', async () => {
  const first = (await stored()).find(({ licenseType }) => licenseType === 'FABRIC_SHOP');
  const { cookie: theirs } = await joinStudio(app, services, 'ben@studio.example');
  const { licenseType, goods } = text;
  await publish({ licenseType, goods }, first, theirs);

  const [merged] = await publish({ licenseType, forbids: ['Sell it.'] }, first);
  const before = await stored();
  const { status, problem } = await refused({ licenseType, goods: 'None.' }, first);

  expect(merged).toMatchObject({ goods, forbids: ['Sell it.'], allows: first?.allows });
  expect([status, problem.code]).toEqual([409, 'CHANGED_MEANWHILE']);
  expect(problem.fields).toEqual({ goods: 'ben@studio.example changed this too.' });
  expect(await stored()).toEqual(before);
});

test('publishing logs who put what in force', async () => {
  await publish(text);

  const { answer } = await callStudio(app, 'auditLines', { cookie, query: {} });
  expect(answer.items[0]).toMatchObject({
    actor: studioEmail,
    action: 'licence_text.published',
    subjectId: 'FABRIC_SHOP',
    before: { version: '2026-12' },
    after: { version: today },
  });
});

const many = (count: number) => Array.from({ length: count }, (_, place) => `Line ${place}`);

test.each<[string, Partial<Words>, string, string]>([
  ['nothing allowed', { allows: [] }, 'allows', licenceMessages.allows],
  ['nothing forbidden', { forbids: [] }, 'forbids', licenceMessages.forbids],
  ['an empty line', { allows: ['One', ' '] }, 'allows.1', licenceMessages.emptyLine],
  [
    'a line that is too long',
    { forbids: ['x'.repeat(licenceLimits.line + 1)] },
    'forbids.0',
    licenceMessages.longLine,
  ],
  ['too many lines', { allows: many(licenceLimits.lines + 1) }, 'allows', licenceMessages.lines],
  ['a line twice', { allows: ['One', ' One '] }, 'allows', licenceMessages.twice],
  ['no text about the goods', { goods: ' ' }, 'goods', licenceMessages.goods],
  [
    'too many words on the goods',
    { goods: 'x'.repeat(licenceLimits.goods + 1) },
    'goods',
    licenceMessages.longGoods,
  ],
])('%s is refused with its reason, and nothing changes', async (_, part, field, message) => {
  const before = await stored();

  const { status, problem } = await refused({ ...text, ...part });

  expect({ status, fields: problem.fields }).toEqual({ status: 422, fields: { [field]: message } });
  expect(await stored()).toEqual(before);
});

test('the text in force cannot be published again', async () => {
  await publish(text);

  const { status, problem } = await refused(text);

  expect({ status, message: problem.message }).toEqual({
    status: 422,
    message: licenceMessages.same,
  });
});

test('the text is plain text, wherever it comes from', async () => {
  const [newest] = await publish({ ...text, goods: '<b>50</b> & "more"' });

  expect(newest?.goods).toBe('<b>50</b> & "more"');
});

const forItems = { ...text, goods: 'It covers {items} items.', items: 250 };

test('another number of items is in both licences, in the settings and in new terms', async () => {
  const published = await publish(forItems);

  const newest = published.filter(({ version }) => version === today);
  expect(newest.map(({ licenseType, items }) => [licenseType, items]).toSorted()).toEqual([
    ['FABRIC_SHOP', 250],
    ['SMALL_BUSINESS', 250],
  ]);
  const shown = await inForce();
  expect(shown.find(({ licenseType }) => licenseType === 'FABRIC_SHOP')?.goods).toBe(
    'It covers 250 items.',
  );
  expect(shown.find(({ licenseType }) => licenseType === 'SMALL_BUSINESS')?.goods).toContain(
    'every 250 items sold',
  );
  const settings = (await call(app, 'shopSettings', {})).answer;
  expect(settings).toMatchObject({ licenceItems: 250, termsVersion: today });
  const accepted = (await call(app, 'terms', { query: { version: '2026-11' } })).answer;
  expect(JSON.stringify(accepted)).toContain('every 100 items sold');
  expect(JSON.stringify(accepted)).not.toContain('{items}');
  const { version, terms } = (await call(app, 'terms', { query: {} })).answer;
  expect(version).toBe(today);
  expect(JSON.stringify(terms)).toContain('every {items} items sold');
});

test('a new text keeps the number of items and the terms', async () => {
  const [newest] = await publish(text);

  expect(newest?.items).toBe(100);
  await services.catalogue.refresh();
  expect((await call(app, 'shopSettings', {})).answer.termsVersion).toBe('2026-11');
});

test('a number that a text names itself can’t be replaced', async () => {
  const own = await refused({ ...forItems, goods: 'It covers 100 items.' });
  await publish(text);
  const small = { ...forItems, licenseType: 'SMALL_BUSINESS' } as const;
  const other = await refused(small);

  expect(own.problem.fields).toEqual({ goods: licenceMessages.unnamed });
  expect(other.problem.fields).toEqual({ items: licenceMessages.otherUnnamed });
  expect((await inForce()).map(({ items }) => items)).toEqual([100, 100]);
});

test('only owners publish, because buyers’ rights depend on it; editors read every version', async () => {
  const { cookie: editor } = await joinStudio(app, services, 'ed@studio.example', 'editor');

  const body = await bodyOf(text);
  const { status } = await studioRefused(app, 'publishLicenceText', { cookie: editor, body });

  expect(status).toBe(403);
  const { answer } = await callStudio(app, 'allLicenceTexts', { cookie: editor });
  expect(answer.texts).toHaveLength(3);
});
