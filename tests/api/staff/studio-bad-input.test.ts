import { isDeepStrictEqual } from 'node:util';
import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { beforeAll, expect, test } from 'vitest';
import { keywordKinds } from '#contract/shop/keywords.ts';
import { type StudioCallName, studioCallPath, studioCalls } from '#contract/studio/calls.ts';
import type { Call } from '#contract/wire/call.ts';
import { limits } from '#contract/wire/limits.ts';
import { problemSchema } from '#contract/wire/problem.ts';
import { fieldPaths, withField } from '#tests/support/body-fields.ts';
import { type CallParts, parseExactly } from '#tests/support/send-call.ts';
import type { StudioExtras } from '#tests/support/studio-call.ts';
import { openStudioWorld, type StudioWorld } from '#tests/support/studio-world.ts';
import { wholeDatabase } from '#tests/support/whole-database.ts';

/** Every call of the studio with one thing wrong: refused with a message, and nothing changes. */

let world: StudioWorld;
/** A valid request for each call. */
let right: Readonly<Record<StudioCallName, CallParts & StudioExtras>>;

const names = Object.keys(studioCalls) as StudioCallName[];
const callOf = (name: StudioCallName): Call => studioCalls[name];
const withBody = names.filter((name) => callOf(name).body);

beforeAll(async () => {
  world = await openStudioWorld();
  const requests = names.map(async (name) => [name, await world.right[name]()] as const);
  right = Object.fromEntries(await Promise.all(requests)) as typeof right;
});

/** Values that only a line of text accepts. */
const lines = ['../../etc/passwd', '__proto__', '👩‍👧\u202eexe.', 'NaN', '=1+1', '\ud800'];

const values: readonly unknown[] = [
  ...lines,
  undefined,
  null,
  true,
  {},
  [],
  [[]],
  [null],
  ['123456'],
  { $gt: '' },
  { toString: 'x' },
  '',
  ' ',
  '\u0000',
  'x'.repeat(25_000),
  Number.MAX_VALUE,
  Number.POSITIVE_INFINITY,
  -1,
  0.001,
  123_456,
];

/** Values that a keyword accepts: no control characters, and a letter or a digit. */
const words = lines.filter((line) => /[\p{L}\p{N}]/u.test(line));

const texts = values.filter((value) => typeof value === 'string');
const sentBack = texts.filter(({ length }) => length < 20_000);

/** Empty keywords are left out. */
const ofKeywords: Readonly<Record<string, readonly unknown[]>> = Object.fromEntries(
  keywordKinds.flatMap((kind) => [
    [`keywords.${kind}`, [[], ['123456']]],
    [`keywords.${kind}.0`, [...words, '', ' ']],
  ]),
);

/** A list is treated as a record with numbered names. */
const importChoices: Readonly<Record<string, readonly unknown[]>> = {
  categories: [{}, [], [null]],
  'categories.Clip art': [undefined, null],
  vendors: [undefined, {}, [], [null], ['123456'], { $gt: '' }, { toString: 'x' }],
  'vendors.Mia': [undefined, null, ...lines, '', ' ', '\u0000'],
  tags: [undefined, {}, []],
  'tags.fox': [undefined],
  currencies: [undefined, {}, []],
  'currencies.EUR': [undefined],
  variant: [undefined],
  amounts: [undefined, null],
  skus: [undefined],
  collections: [undefined, [], ['123456']],
  'collections.0': [...lines, '', ' ', '\u0000'],
};

const proofTakes = { proof: [undefined], 'proof.password': [...lines, ' ', '\u0000'] };

const limitsTake = {
  minimumSubtotal: [undefined, 123_456],
  startsAt: [undefined, null],
  endsAt: [undefined, null],
  useLimit: [undefined, null, 123_456],
};

const saleTakes = {
  name: lines,
  isForAll: [true],
  collectionIds: [[]],
  skus: [[], ['123456']],
  'skus.0': lines,
};

/** What a call accepts that saves changed fields, from what each of these accepts. A base can't be missing. */
function changedTakes(
  fields: Readonly<Record<string, readonly unknown[]>>,
  ofBase = fields,
): Readonly<Record<string, readonly unknown[]>> {
  const isWhole = (path: string) => !path.includes('.');
  return {
    changes: [{}, [], [[]], [null], ['123456'], { $gt: '' }, { toString: 'x' }],
    ...Object.fromEntries(
      Object.entries(fields).map(([path, takes]) => [
        `changes.${path}`,
        isWhole(path) ? [...takes, undefined] : takes,
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(ofBase).map(([path, takes]) => [
        `base.${path}`,
        takes.filter((value) => value !== undefined),
      ]),
    ),
  };
}

/** The same for a section's content, whose base may fit an older schema. */
function contentTakes(fields: Readonly<Record<string, readonly unknown[]>>) {
  const anyBase = Object.fromEntries(Object.keys(fields).map((path) => [path, values]));
  const { changes, ...others } = changedTakes(fields, anyBase);
  const bases = Object.keys(fields).map((path) => [`base.${path}`, values] as const);
  return { base: changes ?? [], changes: changes ?? [], ...others, ...Object.fromEntries(bases) };
}

/** Which of `values` the fields of a body accept; they accept no others. */
const taken: Partial<Record<StudioCallName, Readonly<Record<string, readonly unknown[]>>>> = {
  openInvitation: { token: [...lines, ' ', '\u0000'] },
  acceptInvitation: { token: [...lines, ' ', '\u0000'], password: ['../../etc/passwd'] },
  signIn: { password: [...lines, ' ', '\u0000'] },
  recover: { password: [...lines, ' ', '\u0000'] },
  setUpTwoStep: { token: [...lines, ' ', '\u0000'] },
  openReset: { token: [...lines, ' ', '\u0000'] },
  askOwner: { token: [...lines, ' ', '\u0000'] },
  setStaffPassword: {
    token: [...lines, ' ', '\u0000'],
    recoveryCode: [null],
    password: ['../../etc/passwd'],
    code: [null],
  },
  saveMe: { name: [...lines, '', ' '] },
  signOutDevices: { deviceId: [null] },
  renewRecoveryCodes: { password: [...lines, ' ', '\u0000'] },
  inviteMember: { name: [...lines, '', ' '], ...proofTakes },
  resendInvitation: proofTakes,
  changeRole: proofTakes,
  removeMember: proofTakes,
  signOutMember: { deviceId: [null] },
  decideBuyer: { reason: lines },
  setYearlyLicence: { from: [null], endsOn: [null] },
  refundCommission: { amount: [123_456] },
  refundOrder: { itemId: [null], amount: [123_456] },
  revokeItem: { isRevoked: [true] },
  saveSettings: changedTakes(
    {
      name: lines,
      designers: [],
      'designers.0.name': lines,
      socialLink: ['__proto__', 'NaN', '', ' '],
      termsVersion: lines,
    },
    {
      name: sentBack,
      designers: [[]],
      'designers.0.name': sentBack,
      'designers.0.email': sentBack,
      socialLink: sentBack,
      termsVersion: sentBack,
    },
  ),
  // Papers have no font for pictures.
  saveSeller: changedTakes(
    { taxId: [...lines.filter((line) => !/[\p{Emoji_Presentation}\p{Cs}]/u.test(line)), '', ' '] },
    { taxId: sentBack },
  ),
  chooseNotification: { isPushed: [true] },
  addPushDevice: { name: lines },
  publishContent: contentTakes({ sticker: lines, title: lines, text: lines }),
  publishTerms: {
    isCorrection: [true],
    ...contentTakes({
      lead: lines,
      sections: [],
      'sections.0': [],
      'sections.0.title': lines,
      'sections.0.text': lines,
      restrictions: [],
      'restrictions.0': [],
      'restrictions.0.good': lines,
      'restrictions.0.bad': lines,
    }),
  },
  testMailText: { subject: lines },
  publishLicenceText: changedTakes(
    {
      allows: [['123456']],
      'allows.0': lines,
      forbids: [['123456']],
      'forbids.0': lines,
      goods: lines,
      items: [123_456],
    },
    {
      allows: [[], ['123456']],
      'allows.0': sentBack,
      forbids: [[], ['123456']],
      'forbids.0': sentBack,
      goods: sentBack,
      items: values.filter((value) => typeof value === 'number'),
    },
  ),
  startUpload: { name: lines, bytes: [123_456], modifiedAt: [123_456], replaces: [null] },
  orderImages: { ids: [[]] },
  orderFiles: { ids: [[]] },
  renameFile: { name: lines },
  createDesign: { title: lines },
  planBulkChange: Object.fromEntries(
    Object.entries(ofKeywords).map(([path, taken]) => [`action.${path}`, taken]),
  ),
  saveSearchWords: changedTakes(
    { synonyms: [[]], 'synonyms.0.0': words, 'synonyms.0.1': words },
    { synonyms: [[], [[]]] },
  ),
  saveDesign: {
    changes: [{}, [], [[]], [null], ['123456'], { $gt: '' }, { toString: 'x' }],
    'changes.title': [...lines, undefined],
    'changes.description': [...lines, '', ' ', '\u0000', undefined],
    'changes.sku': [...lines, undefined],
    'changes.price': [123_456, undefined],
    'changes.sale': [null, undefined],
    'changes.sale.price': [123_456],
    'changes.sale.startsAt': [null],
    'changes.sale.endsAt': [null],
    'changes.categoryIds': [[], undefined],
    'changes.designers': [[], ['123456'], undefined],
    'changes.designers.0': [...lines, '', ' ', '\u0000'],
    'changes.isDesignerFavourite': [true, undefined],
    'changes.isForFabricShops': [true, undefined],
    'changes.tile': [null, undefined],
    'changes.keywords': [undefined],
    ...Object.fromEntries(
      Object.entries(ofKeywords).map(([path, words]) => [`changes.${path}`, words]),
    ),
    // Values from the database are only limited again.
    'base.title': sentBack,
    'base.description': sentBack,
    'base.sku': sentBack,
    'base.price': [123_456],
    'base.sale': [null],
    'base.categoryIds': [[]],
    'base.designers': [[], ['123456']],
    'base.designers.0': sentBack,
    'base.isDesignerFavourite': [true],
    'base.isForFabricShops': [true],
    'base.tile': [null],
    ...Object.fromEntries(keywordKinds.map((kind) => [`base.keywords.${kind}`, [[], ['123456']]])),
  },
  setDesignPrice: { from: [123_456], price: [123_456] },
  moveDesign: { version: [Number.MAX_VALUE, 123_456] },
  planPublication: { from: [null], publishAt: [null] },
  deleteDesign: { version: [Number.MAX_VALUE, 123_456] },
  createCategory: { name: lines },
  renameCategory: { from: sentBack, name: lines },
  createCoupon: {
    code: ['__proto__', 'NaN'],
    ...limitsTake,
    isOncePerCustomer: [undefined, true],
    skus: [[], ['123456']],
    'skus.0': lines,
    categoryIds: [[]],
  },
  limitCoupon: changedTakes(limitsTake),
  switchCoupon: { isOff: [true] },
  previewShopSale: saleTakes,
  createShopSale: saleTakes,
  createNewsletter: { subject: lines },
  saveNewsletter: changedTakes({
    subject: lines,
    text: [...lines, '', ' '],
    designIds: [[]],
    couponCode: ['__proto__', 'NaN', '', ' '],
    audience: [],
  }),
  testNewsletter: {
    subject: lines,
    text: [...lines, '', ' '],
    designIds: [[]],
    couponCode: ['__proto__', 'NaN', '', ' '],
  },
  sendNewsletter: { version: [Number.MAX_VALUE, 123_456], at: [null] },
  createCollection: { name: lines },
  saveCollection: changedTakes({
    name: lines,
    slug: [],
    description: [...lines, '', ' '],
    price: [null, 123_456],
    designIds: [[]],
    coverId: [null],
    isPublished: [true],
  }),
  restoreCollection: {
    name: lines,
    description: [...lines, '', ' '],
    price: [null, 123_456],
    designIds: [[]],
    coverId: [null],
    isPublished: [true],
    formerSlugs: [[], ['123456']],
  },
  orderCollections: { ids: [[]] },
  describeFrontImage: { from: [...lines, '', ' '], altText: [...lines, '', ' '] },
  orderFront: { ids: [[]] },
  planImport: importChoices,
  startImport: importChoices,
  decideReview: { reason: lines },
  answerThread: { text: lines, lastId: [undefined] },
  noteRequest: { text: lines },
  setCommissionRules: changedTakes({ slots: [null] }),
  quoteRequest: {
    price: [123456],
    included: lines,
    deposit: [null],
    rounds: [null],
    startsOn: [undefined],
    endsOn: [undefined],
    replaces: [123456],
  },
  moveRequest: { note: ['', ...lines] },
};

/** What the field at a path accepts; in a list, every item accepts the same. */
function takenAt(name: StudioCallName, path: string): readonly unknown[] {
  const takes = taken[name];
  return takes?.[path] ?? takes?.[path.replace(/\.\d+(?=\.|$)/g, '.0')] ?? [];
}

interface Spoiled {
  readonly what: string;
  readonly name: StudioCallName;
  readonly body: object;
  readonly isTaken: boolean;
}

/** Each call with a body, with each value in place of each of its fields. */
function spoiledBodies(): Spoiled[] {
  return withBody.flatMap((name) => {
    const body = right[name].body as object;
    return fieldPaths(body).flatMap((path) =>
      values.map((value) => ({
        what: `${name}.${path} = ${JSON.stringify(value)?.slice(0, 40)}`,
        name,
        body: withField(body, path, value),
        isTaken: takenAt(name, path).some((each) => isDeepStrictEqual(each, value)),
      })),
    );
  });
}

function sendBody({ name, body }: Spoiled): Promise<Response> {
  // Only as text can a number be too large for any number.
  const endless = (_: string, value: unknown) => (value === Infinity ? 'ENDLESS' : value);
  const text = JSON.stringify(body, endless).replace('"ENDLESS"', '1e999');
  return world.send(name, { ...right[name], text });
}

async function expectRefused(what: string, response: Response): Promise<void> {
  const text = await response.text();
  const isTheirs = response.status >= 400 && response.status < 500;
  expect(`${what}: ${isTheirs ? 'refused' : `${response.status} ${text}`}`).toBe(
    `${what}: refused`,
  );
  const { message } = parseExactly(problemSchema, text) as { message: string };
  expect(message).not.toBe('');
}

/** The names in a schema, in any of its forms. */
function namesOf(schema: v.GenericSchema | undefined): string[] {
  if (!schema) return [];
  type Shape = { readonly properties?: object; readonly [form: string]: unknown };
  const collect = ({ properties = {}, anyOf, allOf, oneOf }: Shape): string[] => [
    ...Object.keys(properties),
    ...([anyOf, allOf, oneOf].flat() as (Shape | undefined)[]).flatMap((form) =>
      form ? collect(form) : [],
    ),
  ];
  const shape = toJsonSchema(schema, { typeMode: 'input', errorMode: 'ignore' });
  return [...new Set(collect(shape as Shape))].toSorted();
}

test('everything that a call accepts is covered here', () => {
  for (const name of names) {
    const { body, query, params } = callOf(name);
    const request = right[name];
    expect([name, namesOf(params)]).toEqual([name, Object.keys(request.params ?? {}).toSorted()]);
    // An export has a month or days, not both; the days are here.
    const asked = namesOf(query).filter((each) => name !== 'exportTable' || each !== 'month');
    expect([name, asked]).toEqual([name, Object.keys(request.query ?? {}).toSorted()]);
    expect([name, namesOf(body)]).toEqual([name, Object.keys(request.body ?? {}).toSorted()]);
  }
});

test('refuses a field of another type, too long, empty or missing', async () => {
  const before = await wholeDatabase(world.services);
  const wrong = spoiledBodies().filter(({ isTaken }) => !isTaken);

  for (const each of wrong) await expectRefused(each.what, await sendBody(each));

  expect(wrong.length).toBeGreaterThan(2000);
  expect(await wholeDatabase(world.services)).toEqual(before);
});

test('refuses a body that is not an object, too long, or of another type', async () => {
  const before = await wholeDatabase(world.services);
  const notJson = ['', '{', 'null', '[]', '"text"', '42', '1e999', `{"a":${'['.repeat(5000)}`];
  const headers = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'text/plain' };

  for (const name of withBody) {
    const { body, ...parts } = right[name];
    for (const text of notJson) {
      await expectRefused(`${name} ${text}`, await world.send(name, { ...parts, text }));
    }
    const text = JSON.stringify(body);
    const { bodyBytes = limits.jsonBytes } = callOf(name);
    const long = JSON.stringify({ ...(body as object), more: 'x'.repeat(bodyBytes) });
    await expectRefused(`${name} too long`, await world.send(name, { ...parts, text: long }));
    await expectRefused(`${name} as text`, await world.send(name, { ...parts, text, headers }));
  }

  expect(await wholeDatabase(world.services)).toEqual(before);
});

test('refuses a path segment that names nothing, or something else', async () => {
  const before = await wholeDatabase(world.services);
  const odd = ['0'.repeat(24), 'F'.repeat(24), 'null', '__proto__', 'constructor', '../me', '%'];
  const never = [...odd, '\u0000', '👩‍👧', "' OR 1=1 --", '1'.repeat(2000)];
  const withPath = names.filter((name) => right[name].params);

  for (const name of withPath) {
    for (const [key, own] of Object.entries(right[name].params ?? {})) {
      const others = [...world.kinds].filter(([, kind]) => kind !== world.kinds.get(own));
      for (const value of [...never, ...others.map(([id]) => id)]) {
        const params = { ...right[name].params, [key]: value };
        const response = await world.send(name, { ...right[name], params });
        await expectRefused(`${name} ${key} = ${value.slice(0, 40)}`, response);
      }
    }
  }

  expect(withPath.length).toBeGreaterThan(40);
  expect(await wholeDatabase(world.services)).toEqual(before);
});

test('an unreadable path is not found', async () => {
  for (const part of ['%', '%ff', '%00', '..%2fme', '{designId}']) {
    for (const name of names.filter((each) => callOf(each).path.includes('Id}'))) {
      const path = studioCallPath(name, right[name].params).replace(/[0-9a-f]{24}/, part);
      const { method } = callOf(name);
      const headers = { 'Sec-Fetch-Site': 'same-origin', Cookie: world.cookie };
      const response = await world.app.request(path, { method, headers });
      await expectRefused(`${name} ${path}`, response);
    }
  }
});

test('a query string is valid or refused', async () => {
  const odd = ['', '-1', '0', '1.5', '1e9', '٣', '0x10', ' ', "1' --", '%00', 'x'.repeat(3000)];
  const withQuery = names.filter((name) => callOf(name).query);

  for (const name of withQuery) {
    const { query = {} } = right[name];
    for (const key of Object.keys(query)) {
      for (const value of [...odd, ...lines]) {
        const asked = { ...query, [key]: value };
        const response = await world.send(name, { ...right[name], query: asked });
        const schema = callOf(name).query as v.GenericSchema;
        const what = `${name}?${key}=${value.slice(0, 40)}`;
        if (!v.safeParse(schema, asked).success) await expectRefused(what, response);
        else expect(`${what} ${response.status}`).toMatch(/ [24]\d\d$/);
      }
    }
  }

  expect(withQuery.length).toBeGreaterThan(12);
});

test('a cookie with any text signs nobody in and causes no server error', async () => {
  const texts = ['', 'x', 'x'.repeat(5000), '%00', '%', '"', "' or 1=1", '=;=', '%ff%fe'];

  for (const text of texts) {
    const cookie = `pinwheel-studio=${text}`;
    await expectRefused(`cookie ${text}`, await world.send('me', { cookie }));
  }
});

/** Must be the last one, because these requests change things. */
test("a value that a field accepts gets the contract's answer and causes no server error", async () => {
  const all = spoiledBodies();
  const schemaOf = (name: StudioCallName) => callOf(name).body as v.GenericSchema;
  const right = all.filter(({ body, name }) => v.safeParse(schemaOf(name), body).success);

  expect(right.map(({ what }) => what)).toEqual(
    all.filter(({ isTaken }) => isTaken).map(({ what }) => what),
  );
  for (const each of right) {
    const { status } = await sendBody(each);
    expect(`${each.what} ${status}`).toMatch(/ [24]\d\d$/);
  }
});
