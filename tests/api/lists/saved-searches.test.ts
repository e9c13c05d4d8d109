import { expect, test } from 'vitest';
import { messages } from '#contract/messages/messages.ts';
import { productPath, savedSearchesPath, searchPath } from '#contract/shop/paths.ts';
import { limits } from '#contract/wire/limits.ts';
import { createApp } from '#server/app.ts';
import { queueNewDesigns } from '#server/lists/saved-searches/new-designs.ts';
import { addProduct, type TestProduct } from '#tests/support/add-product.ts';
import { call, callRefused } from '#tests/support/call.ts';
import { goBackTo } from '#tests/support/go-back.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { choosePush, sendPushes } from '#tests/support/pushes.ts';
import { queuedMails } from '#tests/support/queued-mails.ts';
import { signUp } from '#tests/support/sign-up.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

async function setUp(account: Parameters<typeof signUp>[1] = {}) {
  const services = await makeServices();
  const app = createApp(services);
  const buyer = await signUp(services, account);
  const { token } = buyer;
  const mails = async () =>
    (await queuedMails(services)).filter(({ accountId }) => accountId === buyer.id);
  return {
    services,
    app,
    buyer,
    mails,
    save: async (search: { words?: string; filters?: string }) => {
      const body = { words: '', filters: '', ...search };
      return (await call(app, 'saveSearch', { token, body })).answer.searches;
    },
    publish: async (product: TestProduct) => {
      services.pass(minute);
      return addProduct(services, product);
    },
    subscribe: () => choosePush(app, token, 'newDesigns', 'phone'),
    /** One round of the job after the hold time: what was pushed, and the subjects mailed so far. */
    round: async (pass = 15 * minute) => {
      services.pass(pass);
      while (await queueNewDesigns(services));
      const pushed = (await sendPushes(services)).map(({ message }) => message);
      return { pushed, mailed: (await mails()).map(({ subject }) => subject) };
    },
  };
}

test('a saved search is listed with what it looks for, the newest first', async () => {
  const { services, app, buyer, save } = await setUp();
  const categoryId = 'a'.repeat(24);
  await services.database.write((tx) =>
    tx
      .insertInto('categories')
      .values({ id: categoryId, name: 'Woodland', position: 0, isDemo: 0 })
      .execute(),
  );
  await save({ words: ' owls ' });
  services.pass(1000);
  await save({ filters: `page=3&sort=newest&maxPrice=10&category=${categoryId}&other=x` });

  const { answer } = await call(app, 'savedSearches', { token: buyer.token });

  expect(answer.searches).toMatchObject([
    {
      label: 'Woodland, up to $10.00',
      path: `/shop?category=${categoryId}&maxPrice=10`,
      hasMail: true,
    },
    { label: '“owls”', path: '/search-product?query=owls', hasMail: true },
  ]);
});

test('a colour can be saved, and says so', async () => {
  const { save } = await setUp();
  expect(await save({ filters: 'color=c2215f' })).toMatchObject([
    { label: 'Near red (#c2215f)', path: '/shop?color=c2215f' },
  ]);
});

test('words of a listing’s filters are saved without a search', async () => {
  const { save } = await setUp();
  expect(await save({ filters: 'motif=moon,star&style=flat&sort=newest' })).toMatchObject([
    { label: 'Moon, star, flat', path: '/shop?motif=moon%2Cstar&style=flat' },
  ]);
});

test('the same search is saved once', async () => {
  const { save } = await setUp();
  await save({ words: 'owls' });
  await save({ filters: 'maxPrice=10' });
  expect(await save({ words: 'owls' })).toHaveLength(2);
  expect(await save({ filters: 'page=2&maxPrice=10' })).toHaveLength(2);
  expect(await save({ filters: 'maxPrice=5' })).toHaveLength(3);
});

test('words are saved with the filters of their search', async () => {
  const { save } = await setUp();
  expect(await save({ words: 'owls', filters: 'motif=moon&maxPrice=10&page=2' })).toMatchObject([
    {
      label: '“owls”, moon, up to $10.00',
      path: '/search-product?query=owls&maxPrice=10&motif=moon',
    },
  ]);
});

test('a new design must match words and filters', async () => {
  const { save, publish, round, mails } = await setUp();
  await save({ words: 'owls', filters: 'maxPrice=5' });
  await publish({ title: 'Cheap owls', price: 400 });
  await publish({ title: 'Dear owls', price: 900 });
  await publish({ title: 'Cheap moons', price: 400 });

  await round();

  const [mail] = await mails();
  expect(mail?.text).toContain('Cheap owls');
  expect(mail?.text).not.toContain('Dear owls');
  expect(mail?.text).not.toContain('Cheap moons');
});

test('nothing, or unknown filters are refused', async () => {
  const { app, buyer } = await setUp();
  const bodies = [
    { words: '', filters: '' },
    { words: 'owls', filters: 'color=redish' },
    { words: '', filters: 'shape=round' },
    { words: 'owls', filters: 'shape=round' },
    { words: '', filters: 'maxPrice=cheap' },
  ];
  for (const body of bodies) {
    const { problem } = await callRefused(app, 'saveSearch', { token: buyer.token, body });
    expect(problem.code).toBe('INVALID');
  }
});

test('an account can save up to twenty searches', async () => {
  const { app, buyer, save } = await setUp();
  for (let count = 0; count < limits.savedSearches; count += 1) await save({ words: `w${count}` });

  const body = { words: 'one more', filters: '' };
  const { problem } = await callRefused(app, 'saveSearch', { token: buyer.token, body });

  expect(problem.message).toBe(messages.savedSearch.full);
  expect(await save({ words: 'w3' })).toHaveLength(limits.savedSearches);
});

test('a new design that matches is mailed once, after the hold time', async () => {
  const { buyer, save, publish, round, mails } = await setUp();
  await publish({ title: 'Old Owls' });
  await save({ words: 'owl' });
  await publish({ title: 'Sleepy Owls' });
  await publish({ title: 'Moons' });

  expect((await round(12 * minute)).mailed).toEqual([]);
  expect((await round(2 * minute)).mailed).toEqual(['A new design for your searches at Pinwheel']);
  const [mail] = await mails();
  expect(mail?.recipient).toBe(buyer.email);
  expect(mail?.text).toContain('“owl”: Sleepy Owls');
  expect(mail?.text).not.toMatch(/Old|Moons/);
  expect(mail?.text).toContain(searchPath('owl'));
  expect((await round(2 * day)).mailed).toHaveLength(1);
});

test.each(['owls no clouds', 'no rush'])(
  '“%s” tells of no design that it denies or doesn’t name',
  async (words) => {
    const { save, publish, round } = await setUp();
    await save({ words });
    await publish({ title: 'Owls, clouds' });
    await publish({ title: 'Moons' });
    expect((await round()).mailed).toEqual([]);
  },
);

test('a search that denies something tells of the others', async () => {
  const { save, publish, round, mails } = await setUp();
  await save({ words: 'owls no clouds' });
  await publish({ title: 'Owls, clouds' });
  await publish({ title: 'Owls' });
  await round();
  expect((await mails())[0]?.text).toContain('“owls no clouds”: Owls\n');
});

test('a filtered listing is matched by its filters', async () => {
  const { save, publish, round, mails } = await setUp();
  await save({ filters: 'maxPrice=5' });
  await publish({ title: 'Cheap', price: 400 });
  await publish({ title: 'Dear', price: 900 });

  await round();

  const [mail] = await mails();
  expect(mail?.text).toContain('Up to $5.00: Cheap');
  expect(mail?.text).not.toContain('Dear');
});

test('a buyer is told once a day, of everything since then', async () => {
  const { app, buyer, subscribe, save, publish, round } = await setUp();
  await subscribe();
  await choosePush(app, buyer.token, 'priceDrops', 'tablet');
  await save({ words: 'owls' });
  const first = await publish({ title: 'Owls' });
  expect((await round()).pushed).toMatchObject([
    {
      title: 'New: Owls',
      body: 'It matches “owls”.',
      path: productPath(first),
      tag: 'newDesigns',
    },
  ]);

  await publish({ title: 'Red Owls' });
  expect((await round()).pushed).toEqual([]);
  await publish({ title: 'Grey Owls' });
  const { pushed, mailed } = await round(day);

  expect(pushed).toMatchObject([
    {
      title: '2 new designs for “owls”',
      body: 'Grey Owls, Red Owls',
      path: searchPath('owls'),
    },
  ]);
  expect(mailed).toHaveLength(2);
});

test('several searches are one notice, which leads to all of them', async () => {
  const { subscribe, save, publish, round, mails } = await setUp();
  await subscribe();
  await save({ words: 'owls' });
  await save({ words: 'moons' });
  await publish({ title: 'Owls and Moons' });
  await publish({ title: 'Moons' });

  const { pushed } = await round();

  expect(pushed).toMatchObject([
    { title: '2 new designs for your saved searches', path: savedSearchesPath },
  ]);
  expect((await mails())[0]?.text).toContain('there are 2 new designs');
});

test('with e-mails off and no device, nobody is told, and later designs still are', async () => {
  const { app, buyer, subscribe, save, publish, round } = await setUp();
  const [search] = await save({ words: 'owls' });
  const params = { id: search?.id ?? '' };
  await call(app, 'changeSearch', { token: buyer.token, params, body: { hasMail: false } });
  await publish({ title: 'Owls' });
  expect(await round()).toEqual({ pushed: [], mailed: [] });

  await subscribe();
  await publish({ title: 'Red Owls' });
  expect(await round()).toMatchObject({ pushed: [{ title: 'New: Red Owls' }], mailed: [] });
});

test('a deleted search and a rejected buyer are not told', async () => {
  const { services, app, buyer, subscribe, save, publish, round } = await setUp();
  await subscribe();
  const [search] = await save({ words: 'owls' });
  const params = { id: search?.id ?? '' };
  await call(app, 'deleteSearch', { token: buyer.token, params });
  await save({ words: 'moons' });
  await publish({ title: 'Owls' });
  await services.database.write((tx) =>
    tx.updateTable('accounts').set({ status: 'rejected' }).where('id', '=', buyer.id).execute(),
  );
  await publish({ title: 'Moons' });

  expect(await round()).toEqual({ pushed: [], mailed: [] });
});

test('each search is told of what was published after it was saved', async () => {
  const { save, publish, round, mails } = await setUp();
  await save({ words: 'owls' });
  await publish({ title: 'Owls', price: 400 });
  await save({ filters: 'maxPrice=5' });
  await publish({ title: 'Moons', price: 400 });

  await round();

  const text = (await mails())[0]?.text;
  expect(text).toContain('“owls”: Owls\n');
  expect(text).toContain('Up to $5.00: Moons\n');
});

test('an account that waits for approval gets no mail, because the address may be a stranger’s', async () => {
  const { save, publish, round } = await setUp({ status: 'pending' });
  await save({ words: 'owls' });
  await publish({ title: 'Owls' });
  expect((await round()).mailed).toEqual([]);
});

test('a fabric shop is not told of designs that it can’t buy', async () => {
  const { services, save, publish, round } = await setUp({ licenseType: 'FABRIC_SHOP' });
  await save({ words: 'owls' });
  const id = await publish({ title: 'Owls' });
  await services.database.write((tx) =>
    tx.updateTable('products').set({ isForFabricShops: 0 }).where('id', '=', id).execute(),
  );
  expect((await round()).mailed).toEqual([]);
});

test('a push that is late says what is still sold', async () => {
  const { services, subscribe, save, publish, round } = await setUp();
  await subscribe();
  await save({ words: 'owls' });
  const gone = await publish({ title: 'Owls' });
  await publish({ title: 'Red Owls' });
  services.pass(15 * minute);
  while (await queueNewDesigns(services));
  await services.database.write((tx) =>
    tx.updateTable('products').set({ status: 'retired' }).where('id', '=', gone).execute(),
  );

  expect((await round(0)).pushed).toMatchObject([{ title: 'New: Red Owls' }]);
});

test('the link in the mail ends the mails without a sign-in, and no other link does', async () => {
  const { app, buyer, save, publish, round, mails } = await setUp();
  await save({ words: 'owls' });
  await publish({ title: 'Owls' });
  await round();
  const [mail] = await mails();
  const token = /\/api\/unsubscribe\?news=newDesigns&token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
  expect(mail?.html).toContain(`token=${token}`);

  const other = `${'a'.repeat(24)}${token.slice(24)}`;
  const { problem } = await callRefused(app, 'unsubscribe', { body: { token: other } });
  expect(problem.message).toBe(messages.savedSearch.badLink);
  const { answer } = await call(app, 'unsubscribe', { body: { token } });

  expect(answer.message).toBe(messages.savedSearch.unsubscribed);
  const { searches } = (await call(app, 'savedSearches', { token: buyer.token })).answer;
  expect(searches).toMatchObject([{ hasMail: false }]);
});

/** A process that stops before it writes: `compared` resolves then, and it goes on once it is released. */
function stoppingProcess(services: Awaited<ReturnType<typeof makeServices>>) {
  const { database } = services;
  const compared = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const write: typeof database.write = async (work) => {
    compared.resolve();
    await released.promise;
    return database.write(work);
  };
  const done = queueNewDesigns({ ...services, database: { ...database, write } });
  return {
    compared: compared.promise,
    async finish() {
      released.resolve();
      await done;
    },
  };
}

/** Two processes compare, a minute apart, before either writes; then they write in the same order. */
async function compareInTwo(services: Awaited<ReturnType<typeof makeServices>>): Promise<void> {
  const first = stoppingProcess(services);
  await first.compared;
  services.pass(minute);
  const second = stoppingProcess(services);
  await second.compared;
  await first.finish();
  await second.finish();
}

test('two processes that compare before either writes tell a buyer once', async () => {
  const { services, save, publish, mails } = await setUp();
  await save({ words: 'owls' });
  await publish({ title: 'Owls' });
  services.pass(15 * minute);
  await compareInTwo(services);

  expect(await mails()).toHaveLength(1);
});

test('what one process compares while another tells a buyer is told the next day', async () => {
  const { services, save, publish, round, mails } = await setUp();
  await save({ words: 'owls' });
  await publish({ title: 'Sleepy Owls' });
  await publish({ title: 'Red Owls' });
  services.pass(14 * minute);
  await compareInTwo(services);
  const sent = await mails();

  await round(day);

  const naming = (title: string) => ({ text: expect.stringContaining(`“owls”: ${title}\n`) });
  expect(sent).toMatchObject([naming('Sleepy Owls')]);
  expect(await mails()).toMatchObject([naming('Sleepy Owls'), naming('Red Owls')]);
});

test('a process that stops for a day doesn’t tell again what another told', async () => {
  const { services, save, publish, mails } = await setUp();
  await save({ words: 'owls' });
  await publish({ title: 'Owls' });
  services.pass(15 * minute);
  const stopped = stoppingProcess(services);
  await stopped.compared;
  await queueNewDesigns(services);

  services.pass(25 * 60 * minute);
  await stopped.finish();

  expect(await mails()).toHaveLength(1);
});

test('the owner’s data has the searches', async () => {
  const { app, buyer, save } = await setUp();
  await save({ words: 'owls' });
  const { answer } = await call(app, 'myData', { token: buyer.token });
  expect(answer.savedSearches).toMatchObject([{ words: 'owls', filters: '', hasMail: true }]);
});

test('a design that was published anew after the database lost changes is told', async () => {
  const { services, save, publish, round } = await setUp();
  await save({ words: 'owls' });
  const goBack = await goBackTo(services.database);
  await publish({ title: 'Owls of the north' });
  const told = await round();
  await goBack();

  const nothing = await round();
  await publish({ title: 'Owls of the north' });
  const again = await round();

  expect([told, nothing, again].map(({ mailed }) => mailed.length)).toEqual([1, 0, 1]);
});
