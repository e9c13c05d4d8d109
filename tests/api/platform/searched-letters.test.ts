import { expect, test } from 'vitest';
import { foldText } from '#contract/wire/fold-text.ts';
import { createApp } from '#server/app.ts';
import { searchedLetters, searchForm } from '#server/platform/database/searched-letters.ts';
import { hasWritten } from '#server/platform/database/text-search.ts';
import { addCoupon } from '#tests/support/add-coupon.ts';
import { addOrder } from '#tests/support/add-order.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { importDesk } from '#tests/support/import-desk.ts';
import { csvOf, gumroadHeader } from '#tests/support/import-files.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { callStudio } from '#tests/support/studio-call.ts';
import { joinStudio } from '#tests/support/studio-person.ts';

/** Names, and what is typed to find them. */
const searches: Readonly<Record<string, readonly string[]>> = {
  Straße: ['strasse', 'straße', 'STRASSE', 'STRAẞE'],
  Łódź: ['lodz', 'łódź', 'ŁÓDŹ'],
  İzmir: ['izmir', 'İZMİR', 'ızmir'],
  Ærøskøbing: ['aeroskobing', 'ærøskøbing', 'ÆRØ'],
  Đorđević: ['dordevic', 'đorđević'],
  'crème-brûlée': ['creme-brulee', 'brulee', 'CRÈME'],
  'cre\u0300me': ['creme', 'crème'],
  'Nguyễn Thị': ['nguyen thi', 'nguyễn thị'],
  'ﬁr tree': ['fir tree', 'ﬁr'],
  '№ 5 rose': ['no 5 rose', '№ 5 rose', 'rose n'],
  'O’Neill': ["o'neill", 'oneill', 'O’Neill', 'o`neill', 'oʼneill'],
  "D'Arcy": ['d’arcy', 'darcy', "D'ARCY"],
  Ὀδυσσεύς: ['οδυσσευς', 'ὈΔΥΣΣΕΎΣ', 'οδυσσευσ', 'δυσσε'],
  'Ёлкин Йорик': ['елкин', 'ёлкин', 'йорик', 'иорик'],
  ＡＢＣ１２３: ['abc123'],
  김민수네: ['김민수', '민수네'],
  'ab_c 100%': ['b_c', '100%'],
};

async function rename(services: TestServices, accountId: string, lastName: string): Promise<void> {
  await services.database.write((tx) =>
    tx.updateTable('accounts').set({ lastName }).where('id', '=', accountId).execute(),
  );
}

async function setUp(services: TestServices) {
  const app = createApp(services);
  const { cookie } = await joinStudio(app, services);
  const { id: accountId } = await signUp(services, { email: 'q@shop.example' });
  await addOrder(services, { accountId, productIds: [await addProduct(services)] });
  const finds = async (search: string) => {
    const query = { search };
    const buyers = await callStudio(app, 'buyers', { cookie, query });
    const orders = await callStudio(app, 'orders', { cookie, query });
    return [buyers.answer.total, orders.answer.total];
  };
  return { app, cookie, accountId, finds };
}

test('a name is found by its letters on an English keyboard, and as it is written', async () => {
  const services = await makeServices();
  const { accountId, finds } = await setUp(services);

  for (const [name, typed] of Object.entries(searches)) {
    await rename(services, accountId, name);
    for (const search of typed) expect(await finds(search), `${name}: ${search}`).toEqual([1, 1]);
    for (const search of ['lodzy', 'ab-c', 'xyz']) expect(await finds(search)).toEqual([0, 0]);
  }
});

test('a design is found by its title and SKU in the same letters, also by one or two, and sorted by them', async () => {
  const services = await makeServices();
  const { app, cookie } = await setUp(services);
  const productId = await addProduct(services, { title: 'Quilt' });
  const change = (values: { title?: string; sku?: string }) =>
    services.database.write((tx) =>
      tx.updateTable('products').set(values).where('id', '=', productId).execute(),
    );
  const found = async (query: { search?: string; sort?: 'title' }) => {
    const { answer } = await callStudio(app, 'designs', { cookie, query });
    return answer.items.map(({ id }) => id);
  };

  for (const [title, typed] of Object.entries(searches)) {
    await change({ title });
    // Designs are searched for all that was typed in its order.
    for (const search of typed.filter((each) => each !== 'rose n')) {
      expect(await found({ search }), `${title}: ${search}`).toEqual([productId]);
      const ordered = await callStudio(app, 'designs', {
        cookie,
        query: { search: search.slice(0, 2) },
      });
      expect(
        ordered.answer.items.map(({ id }) => id),
        `${title}: ${search.slice(0, 2)}`,
      ).toContain(productId);
    }
  }
  await change({ title: 'Quilt', sku: 'Łß-1' });
  expect(await found({ search: 'lss-1' })).toEqual([productId]);
  await change({ title: 'Åland' });
  const before = await addProduct(services, { title: 'Aachen' });
  const after = await addProduct(services, { title: 'Azure' });
  const sorted = (await found({ sort: 'title' })).filter((id) =>
    [before, productId, after].includes(id),
  );
  expect(sorted).toEqual([before, productId, after]);
});

test('an order is found by the title of its design in the same letters', async () => {
  const services = await makeServices();
  const { accountId, finds } = await setUp(services);
  const productIds = [await addProduct(services, { title: 'Łódź d’été' })];
  await addOrder(services, { accountId, productIds });

  for (const search of ['lodz', "d'ete", 'dete lodz']) expect((await finds(search))[1]).toBe(1);
});

test('short parts beside a longer one are compared in the same letters', async () => {
  const services = await makeServices();
  const { accountId, finds } = await setUp(services);
  await rename(services, accountId, 'Øł Straße');

  expect(await finds('strasse ol')).toEqual([1, 1]);
  expect(await finds('øł straße')).toEqual([1, 1]);
  expect(await finds('strasse øx')).toEqual([0, 0]);
});

/** Names, and one or two letters that find them alone. */
const short: Readonly<Record<string, readonly string[]>> = {
  Straße: ['st', 'ST'],
  'Ian Ølsen': ['øl', 'ol', 'ØL', 'Ö', 'o', 'i ø'],
  Łódź: ['ło', 'lo', 'ŁÓ', 'Ł', 'l'],
  İzmir: ['iz', 'İZ', 'ı'],
  'ßa Ærø': ['ß', 'ss', 'æ', 'AE'],
  'O’Neill': ["o'", 'o’n', 'on', 'O'],
  Ὀδυσσεύς: ['οδ', 'Ὀ', 'Ο'],
  Ёлкин: ['ел', 'Ё', 'е'],
  ＡＢＣ: ['ab', 'ａ'],
  김민수: ['김', '김민'],
  '%x _y': ['%x', '_y', '%', '_'],
  '"q \\z': ['"q', '\\z', '"', '\\'],
};

test('one or two letters find what begins with them in the same letters', async () => {
  const services = await makeServices();
  const { accountId, finds } = await setUp(services);

  for (const [name, typed] of Object.entries(short)) {
    await rename(services, accountId, name);
    for (const search of typed) expect(await finds(search), `${name}: ${search}`).toEqual([1, 1]);
    for (const search of ['zz', 'z', 'x%', '__', 'ol x', 'ey']) {
      expect(await finds(search), `${name}: ${search}`).toEqual([0, 0]);
    }
  }
});

test('the first letter or two of a number, an e-mail and a first name find them', async () => {
  const services = await makeServices();
  const { accountId, finds } = await setUp(services);
  await services.database.write(async (tx) => {
    await tx.updateTable('accounts').set({ firstName: 'Émile', email: 'ßw@a.example' }).execute();
    await tx
      .updateTable('orders')
      .set({ orderNumber: 'PW-7KD3QX', customerName: 'Ĥana Vu', customerEmail: 'tø@a.example' })
      .execute();
  });
  await rename(services, accountId, 'Nu');

  for (const search of ['é', 'em', 'n', 'nu', 'ss', 'ß', 'em nu', 'ÉM SS']) {
    expect(await finds(search), search).toEqual([1, 1]);
  }
  for (const search of ['7', '7k', 'h', 'ĥa', 'V', 'vu', 'to', 'TØ', 'pw', 'p', '7k vu']) {
    expect(await finds(search), search).toEqual([0, 1]);
  }
  for (const search of ['k', 'kd', 'ana', 'w@', '7k ve']) {
    expect(await finds(search), search).toEqual([0, search === 'ana' ? 1 : 0]);
  }
});

test('only an apostrophe or an accent finds everything, as nothing does', async () => {
  const { finds } = await setUp(await makeServices());

  for (const search of ["'", '’’', '\u0301', "' '"]) expect(await finds(search)).toEqual([1, 1]);
});

test('the activity log knows a buyer by the same letters', async () => {
  const services = await makeServices();
  const { app, cookie, accountId } = await setUp(services);
  await services.database.write((tx) =>
    tx.updateTable('accounts').set({ status: 'pending' }).execute(),
  );
  await rename(services, accountId, 'Łódź');
  await callStudio(app, 'decideBuyer', {
    cookie,
    params: { buyerId: accountId },
    body: { status: 'approved', from: 'pending' },
  });

  for (const search of ['lodz', 'Łódź', 'ŁÓDŹ']) {
    const { answer } = await callStudio(app, 'auditLines', { cookie, query: { search } });
    expect(
      answer.items.map(({ action }) => action),
      search,
    ).toEqual(['buyer.approved']);
  }
});

test('the activity log knows its actions and the values before and after by the same letters', async () => {
  const services = await makeServices();
  const { app, cookie } = await setUp(services);
  const write = (line: { action?: string; before?: object; after?: object }) =>
    services.database.write((tx) =>
      tx
        .insertInto('auditLines')
        .values({
          at: '2026-01-02T03:04:05.000Z',
          actorId: 'terminal',
          action: line.action ?? 'design.price_changed',
          subjectId: 'x',
          before: line.before ? JSON.stringify(line.before) : null,
          after: line.after ? JSON.stringify(line.after) : null,
        })
        .execute(),
    );
  const found = async (search: string) =>
    (await callStudio(app, 'auditLines', { cookie, query: { search, actor: 'terminal' } })).answer
      .total;

  for (const [name, typed] of Object.entries({
    ...searches,
    'a 5" hoop\\x': ['5" HOOP\\', '5"'],
  })) {
    await services.database.write((tx) => tx.deleteFrom('auditLines').execute());
    await write({ before: { name }, after: { name: 'y' } });
    await write({ before: { name: 'y' }, after: { name: `y ${name}`, price: 6 } });
    await write({ after: { name: 'y' } });
    for (const search of typed.filter((each) => each !== 'rose n')) {
      expect(await found(search), `${name}: ${search}`).toBe(2);
      const start = [...search].slice(0, 2).join('');
      expect(await found(start), `${name}: ${start}`).toBeGreaterThanOrEqual(2);
    }
    expect(await found('lodzy')).toBe(0);
  }
  await write({ action: 'commission.status_changed' });
  for (const search of ["request's", 'REQUESTS', 'request’s']) expect(await found(search)).toBe(1);
});

test('the activity log and the coupons know names and codes by the same letters', async () => {
  const services = await makeServices();
  const { app, cookie } = await setUp(services);
  await callStudio(app, 'createCategory', { cookie, body: { name: 'Żółw’s' } });
  await services.database.write((tx) =>
    tx.updateTable('auditLines').set({ after: null }).where('after', 'like', '%lw%').execute(),
  );
  await addCoupon(services, { code: 'GROSS-1' });

  for (const search of ["zolw's", 'ŻÓŁWS', 'zo']) {
    const { answer } = await callStudio(app, 'auditLines', { cookie, query: { search } });
    expect(
      answer.items.map(({ action }) => action),
      search,
    ).toEqual(['category.added']);
  }
  for (const search of ['groß-1', 'ｇｒｏｓｓ', 'gro']) {
    const { answer } = await callStudio(app, 'coupons', { cookie, query: { search } });
    expect(answer.total, search).toBe(1);
  }
});

test('the report of an import knows titles by the same letters', async () => {
  const desk = await importDesk();
  const titles = ['Żółw d’été', 'Ferry', 'Straße'];
  const { _id } = await desk.upload(
    csvOf(
      gumroadHeader,
      titles.map((name, place) => ({ id: `p-${place}`, name, price: 9 })),
    ),
  );
  const found = async (search: string) =>
    (await desk.rows(_id, { search })).map(({ title }) => title);

  expect(await found("zolw d'e")).toEqual(['Żółw d’été']);
  expect(await found('STRASSE')).toEqual(['Straße']);
  expect(await found('r')).toEqual(['Ferry', 'Straße']);
  expect(await found('xyz')).toEqual([]);
});

test('the database compares every letter as the server does', async () => {
  const services = await makeServices();
  const { read } = services.database;
  const { id } = await signUp(services);
  const letters = [...searchedLetters().keys()];

  for (let start = 0; start < letters.length; start += 500) {
    const name = `x${letters.slice(start, start + 500).join('')}x`;
    await rename(services, id, name);
    const found = read.selectFrom('buyerTexts').where(hasWritten(read, 'buyerTexts', name));
    const { accountId } = await found.select('accountId').executeTakeFirstOrThrow();
    expect(accountId, `from ${letters[start]}`).toBe(id);
  }
  for (const plain of searchedLetters().values()) expect(searchForm(plain)).toBe(plain);
});

test('folding a text again changes nothing', () => {
  for (let point = 0; point <= 0x2fa1f; point += 1) {
    const letter = String.fromCodePoint(point);
    if (foldText(foldText(letter)) !== foldText(letter)) expect(letter).toBe('folded at once');
  }
});

/** Writes a design as an earlier version could. */
async function addDraft(database: TestServices['database'], title: string): Promise<string> {
  const id = `${title.length}`.padStart(24, '0');
  await database.write((tx) =>
    tx
      .insertInto('products')
      .values({
        id,
        title,
        description: '',
        price: 1200,
        discountedPrice: null,
        salePrice: null,
        sku: `PW-${id}`,
        salesCount: 0,
        designers: '[]',
        status: 'draft',
        publishedAt: '2026-03-01T00:00:00.000Z',
        isDesignerFavourite: 0,
        archiveSha256: null,
        archiveBytes: null,
        isDemo: 0,
        updatedAt: '2026-03-01T00:00:00.000Z',
      })
      .execute(),
  );
  return id;
}

test('what is written again is found by its new letters alone', async () => {
  const services = await makeServices();
  const { database } = services;
  const { app, cookie, accountId, finds } = await setUp(services);
  const designs = async (search: string) =>
    (await callStudio(app, 'designs', { cookie, query: { search } })).answer.total;
  const lines = async (search: string) =>
    (await callStudio(app, 'auditLines', { cookie, query: { search, actor: 'terminal' } })).answer
      .total;
  const productId = await addDraft(database, 'Żółw d’été');
  await rename(services, accountId, 'Łódź');
  expect([await designs("zolw d'e"), await designs('zó')]).toEqual([1, 1]);
  expect(await finds('lodz')).toEqual([1, 1]);

  await database.write(async (tx) => {
    await tx.updateTable('products').set({ title: 'Ἥλιος' }).where('id', '=', productId).execute();
    const line = {
      at: '2026',
      actorId: 'terminal',
      action: 'design.price_changed',
      subjectId: 'x',
    };
    await tx
      .insertInto('auditLines')
      .values([{ ...line, after: JSON.stringify({ name: 'Straße d’Été' }) }, line])
      .execute();
  });
  await rename(services, accountId, 'O’Straße');

  expect([await designs('ηλιοσ'), await designs('zolw')]).toEqual([1, 0]);
  expect([await finds('ostrasse'), await finds("o'straße"), await finds('lodz')]).toEqual([
    [1, 1],
    [1, 1],
    [0, 0],
  ]);
  expect(await lines('strasse dete')).toBe(1);
});
