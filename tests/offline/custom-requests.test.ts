import { describe, expect, test } from 'vitest';
import { ApiError } from '#contract/wire/api-error.ts';
import type { CustomRequests } from '#offline/accounts/custom-requests.ts';
import { saveShared } from '#offline/accounts/save-shared.ts';
import type { RequestContent } from '#offline/outbox/request-rules.ts';
import { createBackoff } from '#offline/sending/device-backoff.ts';
import { syncViewOf } from '#offline/views/sync-view-of.ts';
import { fields, setUp, withPictures, words } from './custom-request-shop.ts';

const never = new AbortController().signal;

async function savedBy(requests: CustomRequests): Promise<RequestContent> {
  const content = await requests.draft();
  if (!content) throw new Error('nothing is being written');
  return content;
}
const submit = async (requests: CustomRequests, signal = never) =>
  requests.sendDraft(await savedBy(requests), signal);
async function queue(requests: CustomRequests): Promise<void> {
  const content = await savedBy(requests);
  await requests.queueDraft({ content, saved: content });
}

test('restores a draft with its pictures after the browser was closed', async () => {
  const { browser } = await setUp();
  const content = await withPictures();
  await (await browser.open().customRequests()).write(content);

  const found = await (await browser.open().customRequests()).draft();
  expect(found?.fields).toEqual(fields);
  expect(found?.images.map(({ file }) => [file.name, file.size])).toEqual(
    content.images.map(({ file }) => [file.name, file.size]),
  );
});

test('deletes a draft once sent, and the studio receives it once', async () => {
  const { browser, received } = await setUp();
  const requests = await browser.open().customRequests();
  await requests.write(await withPictures());
  await submit(requests);

  expect(await requests.draft()).toBeNull();
  expect(await received()).toEqual({ requests: [fields.description], images: 2 });
});

for (const fault of ['lost', 'unheard', 'portal'] as const) {
  test(`sends a request later, once, after a network where everything is ${fault}`, async () => {
    const { browser, received, setFault } = await setUp();
    const requests = await browser.open().customRequests();
    await requests.write(await withPictures());
    setFault(fault);
    expect(await submit(requests)).toBeNull();
    expect(await requests.draft()).toBeNull();
    setFault('none');

    // Another page, after the browser was closed.
    await (await browser.open().customRequests()).send({ pressed: true });
    expect(await received()).toEqual({ requests: [fields.description], images: 2 });
    expect(await requests.send({ pressed: true })).toBeNull();
  });
}

test('reports a request as blocked from the third time something in between answers', async () => {
  const { browser, setFault } = await setUp();
  const device = browser.open();
  const requests = await device.customRequests();
  await requests.write(words);
  setFault('portal');
  const blocked = () =>
    browser.rows(null, async (store) => syncViewOf(await store.read(), null, true).blocked);
  await queue(requests);
  await requests.send({ pressed: true });
  expect(await blocked()).toBeNull();
  await requests.send({ pressed: true });
  expect(await blocked()).toEqual({ status: null });
});

test('sends no request over a network on which the shop does not answer at all', async () => {
  const { browser, posted, setFault } = await setUp();
  const requests = await browser.open().customRequests();
  await requests.write(await withPictures());
  setFault('lost');
  await submit(requests);
  await requests.send({ pressed: true });
  expect(posted).toEqual([]);

  setFault('none');
  await requests.send({ pressed: true });
  expect(posted).toHaveLength(1);
});

for (const isQueued of [false, true]) {
  test(`does not send a request that is ${isQueued ? 'waiting' : 'sent at once'} in the name of whoever signs in meanwhile`, async () => {
    const { browser, posted, setFault, whileAsked } = await setUp();
    const [ada, ben] = ['a'.repeat(24), 'b'.repeat(24)];
    browser.signIn(ada);
    const requests = await browser.open().customRequests();
    await requests.write(words);
    setFault('lost');
    if (isQueued) await queue(requests);
    setFault('none');
    whileAsked(() => browser.signIn(ben));
    if (isQueued) await requests.send({ pressed: true });
    else await expect(submit(requests)).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });

    expect(posted).toEqual([]);
    const { requests: kept } = await browser.rows(ada, (store) => store.read());
    expect(kept.map(({ state }) => state)).toEqual([isQueued ? 'waiting' : 'draft']);
    browser.signIn(ada);
    whileAsked(() => {});
    if (isQueued) await requests.send({ pressed: true });
    else await submit(requests);
    expect(posted).toHaveLength(1);
  });
}

for (const isQueued of [false, true]) {
  test(`sends a request without pictures ${isQueued ? 'that waits' : 'at once'} while the shop is without its files`, async () => {
    const { browser, received, setFault } = await setUp();
    const requests = await browser.open().customRequests();
    await requests.write(words);
    setFault('no files');
    if (isQueued) {
      await queue(requests);
      await requests.send();
    } else {
      await submit(requests);
    }
    expect((await received()).requests).toEqual([fields.description]);
  });
}

test('says that the shop is without its files, and uploads no picture then', async () => {
  const { browser, posted, setFault } = await setUp();
  const requests = await browser.open().customRequests();
  await requests.write(await withPictures());
  setFault('no files');
  await expect(submit(requests)).rejects.toMatchObject({
    message: 'The shop can’t reach its files right now. Please try again in a minute.',
  });
  expect(posted).toEqual([]);
});

test('postpones only a request with pictures while the shop is without its files, for longer and longer', async () => {
  const { browser, posted, setFault } = await setUp();
  const requests = await browser.open().customRequests();
  await requests.write(await withPictures());
  setFault('no files');
  await queue(requests);
  const waits: number[] = [];
  for (let round = 0; round < 12; round += 1) {
    const at = await requests.send();
    if (at === null) throw new Error('the request waits for nothing');
    waits.push(at - browser.clock.now());
    browser.clock.move(at - browser.clock.now());
  }
  expect(waits[0]).toBe(3_500);
  expect(waits.at(-1)).toBeGreaterThan(60_000);
  expect(posted).toEqual([]);
  expect(await createBackoff({ ...browser, random: () => 0.5 }).maySend('sync')).toBe(true);
});

test('sends a request once when two pages send it at the same time', async () => {
  const { browser, received } = await setUp();
  const requests = await browser.open().customRequests();
  await requests.write(words);
  await queue(requests);
  const other = await browser.open().customRequests();
  await Promise.all([requests.send({ pressed: true }), other.send({ pressed: true })]);
  expect((await received()).requests).toHaveLength(1);
});

test('treats a request changed after it may have arrived as another request', async () => {
  const { browser, received, setFault } = await setUp();
  const requests = await browser.open().customRequests();
  await requests.write(words);
  setFault('gateway');
  await expect(submit(requests)).rejects.toBeInstanceOf(ApiError);
  setFault('none');
  await requests.write({ ...words, fields: { ...fields, description: 'Foxes, in blue' } });
  await submit(requests);
  expect((await received()).requests).toEqual([fields.description, 'Foxes, in blue']);
});

test('sends a request once, however often it is submitted after the answer was lost', async () => {
  const { browser, received, setFault } = await setUp();
  const requests = await browser.open().customRequests();
  const content = await withPictures();
  setFault('gateway');
  await expect(requests.sendDraft(content, never)).rejects.toMatchObject({ status: 502 });
  setFault('none');
  // Another page, which saves what it shows once more.
  const again = await browser.open().customRequests();
  const shown = await savedBy(again);
  await again.write({ ...shown, fields: { ...shown.fields, subject: '' } });
  await submit(again);
  expect(await received()).toEqual({ requests: [fields.description], images: 2 });
});

test('sends a request once if its form is closed while it is on its way', async () => {
  const { browser, received, setArrived } = await setUp();
  const requests = await browser.open().customRequests();
  const closing = new AbortController();
  setArrived(() => closing.abort());
  await expect(requests.sendDraft(words, closing.signal)).rejects.toMatchObject({
    name: 'AbortError',
  });
  await submit(requests);
  expect((await received()).requests).toEqual([fields.description]);
});

test('queues the request that was tried, not what was typed while it was on its way', async () => {
  const { browser, received, setFault, setArrived } = await setUp();
  const requests = await browser.open().customRequests();
  const changed = { ...words, fields: { ...fields, description: 'Foxes, in blue' } };
  setFault('unheard');
  setArrived(() => requests.write(changed));
  expect(await requests.sendDraft(await withPictures(), never)).toBeNull();
  expect((await requests.draft())?.fields).toEqual(changed.fields);
  setFault('none');
  setArrived(() => {});
  await requests.send({ pressed: true });
  expect(await received()).toEqual({ requests: [fields.description], images: 2 });
  await submit(requests);
  expect((await received()).requests).toEqual([fields.description, 'Foxes, in blue']);
});

test('keeps a request that the closed studio refuses, with the reason, for editing', async () => {
  const { browser, received, setStatus } = await setUp();
  const device = browser.open();
  await device.follow();
  const requests = await device.customRequests();
  await requests.write(await withPictures());
  await setStatus('Off');
  await queue(requests);
  await requests.send({ pressed: true });
  await expect
    .poll(() => device.syncView().requests)
    .toMatchObject([{ state: 'refused', images: 2, problem: { code: 'CUSTOMS_CLOSED' } }]);

  await requests.reopen(device.syncView().requests[0]?.opId ?? '');
  expect((await requests.draft())?.images).toHaveLength(2);
  await setStatus('On');
  await submit(requests);
  expect(await received()).toEqual({ requests: [fields.description], images: 2 });
});

for (const [fault, state] of [
  ['poison', 'refused'],
  ['broken', 'waiting'],
] as const) {
  test(`marks a request ${state} after the shop fails on it five times in half a minute while all of it is ${fault}`, async () => {
    const { browser, received, setFault } = await setUp();
    const requests = await browser.open().customRequests();
    await requests.write(await withPictures());
    setFault(fault);
    await queue(requests);
    const stateAfter = async (sendings: number) => {
      for (let round = 0; round < sendings; round += 1) await requests.send({ pressed: true });
      const { requests: kept } = await browser.rows(null, (store) => store.read());
      return kept.map((op) => op.state);
    };
    expect(await stateAfter(9)).toEqual(['waiting']);
    browser.clock.move(30_000);
    expect(await stateAfter(1)).toEqual([state]);
    const { requests: kept } = await browser.rows(null, (store) => store.read());
    expect(kept[0]).toMatchObject({ images: ['one', 'two'], problem: { code: 'INTERNAL' } });

    await requests.retry(kept[0]?.opId ?? '');
    expect(await stateAfter(1)).toEqual(['waiting']);
    setFault('none');
    expect(await stateAfter(1)).toEqual([]);
    expect(await received()).toEqual({ requests: [fields.description], images: 2 });
  });
}

test('sends other requests when one cannot be sent', async () => {
  const { browser, received } = await setUp();
  const requests = await browser.open().customRequests();
  await requests.write({ ...words, fields: { ...fields, email: 'nobody' } });
  await queue(requests);
  await requests.write(words);
  await queue(requests);
  await requests.send({ pressed: true });
  expect((await received()).requests).toEqual([fields.description]);
});

test('says that a proxy refuses the size of the pictures, and sends the request once it has none', async () => {
  const { browser, posted, received, setFault } = await setUp();
  const requests = await browser.open().customRequests();
  setFault('too large');
  await requests.write(await withPictures());
  await expect(submit(requests)).rejects.toMatchObject({
    code: 'TOO_LARGE',
    message: expect.stringContaining('refuses pictures of this size'),
  });
  await queue(requests);
  expect(await requests.send()).toBeNull();
  const { requests: kept } = await browser.rows(null, (store) => store.read());
  expect(kept[0]).toMatchObject({ state: 'refused', images: ['one', 'two'] });
  expect(kept[0]?.problem?.message).toContain('refuses pictures of this size');
  expect(posted).toHaveLength(2);

  setFault('none');
  await requests.write(words);
  await submit(requests);
  expect(await received()).toEqual({ requests: [fields.description], images: 0 });
});

test('gives up pictures that break the connection again and again while the shop answers', async () => {
  const { browser, setFault } = await setUp();
  const requests = await browser.open().customRequests();
  setFault('cut');
  await requests.write(await withPictures());
  await queue(requests);
  const stateAfter = async (sendings: number) => {
    for (let round = 0; round < sendings; round += 1) await requests.send({ pressed: true });
    return (await browser.rows(null, (store) => store.read())).requests[0];
  };
  expect(await stateAfter(6)).toMatchObject({ state: 'waiting' });
  browser.clock.move(30_000);
  setFault('lost');
  expect(await stateAfter(3)).toMatchObject({ state: 'waiting' });
  setFault('cut');
  const last = await stateAfter(1);
  expect(last).toMatchObject({ state: 'refused', images: ['one', 'two'] });
  expect(last?.problem?.message).toContain('fewer or smaller');
});

test('retries a request that something in between always blocks less and less often, without blocking others', async () => {
  const { browser, posted, setFault } = await setUp();
  const device = browser.open();
  const requests = await device.customRequests();
  setFault('too large');
  for (const description of ['Too large', 'Too large too']) {
    await requests.write({ ...words, fields: { ...fields, description } });
    await queue(requests);
  }
  expect(await requests.send()).toBe(browser.clock.now() + 3_500);
  expect(posted).toHaveLength(2);
  expect(await createBackoff({ ...browser, random: () => 0.5 }).maySend('sync')).toBe(true);

  for (let at = 0; at < 600; at += 2) {
    browser.clock.move(2_000);
    await requests.send();
  }
  expect(posted.length).toBeLessThanOrEqual(2 * 15);
  setFault('none');
  await requests.send({ pressed: true });
  expect(await requests.send()).toBeNull();
});

test('postpones only the request that the shop asks to send later, and sends it when it is due', async () => {
  const { browser, posted, received, setFault } = await setUp();
  const requests = await browser.open().customRequests();
  setFault('held back');
  await requests.write(words);
  await queue(requests);
  expect(await requests.send()).toBeGreaterThanOrEqual(browser.clock.now() + 120_000);
  expect(posted).toHaveLength(1);

  setFault('none');
  await requests.write({ ...words, fields: { ...fields, description: 'Foxes, in blue' } });
  await queue(requests);
  await requests.send();
  expect((await received()).requests).toEqual(['Foxes, in blue']);
  browser.clock.move(132_000);
  await requests.send();
  expect((await received()).requests).toHaveLength(2);
});

test("takes over a visitor's requests with their pictures at sign-in and sends them once", async () => {
  const { browser, received, setFault } = await setUp();
  setFault('lost');
  const device = browser.open();
  const visitor = await device.customRequests();
  await visitor.write(await withPictures());
  await queue(visitor);
  await visitor.write({ ...words, fields: { ...fields, description: 'Half a thought' } });
  browser.signIn('a'.repeat(24), 'unknown');
  await device.follow();

  const requests = await device.customRequests();
  expect((await requests.draft())?.fields.description).toBe('Half a thought');
  browser.signOut();
  await device.follow();
  expect(await (await device.customRequests()).draft()).toBeNull();
  expect((await received()).requests).toEqual([]);
});

test('deletes pictures along with their request', async () => {
  const { browser } = await setUp();
  const requests = await browser.open().customRequests();
  await requests.write(await withPictures());
  await requests.write(words);
  expect((await browser.rows(null, (store) => store.read())).pictures).toEqual([]);
});

describe('at a sign-out', () => {
  const account = 'a'.repeat(24);
  const about = (description: string, images: RequestContent['images'] = []): RequestContent => ({
    fields: { ...fields, description },
    images,
  });

  test('counts pending, refused and drafted requests, and keeps them with their pictures', async () => {
    const { browser, setFault, setStatus } = await setUp();
    const device = browser.open();
    const visitor = await device.customRequests();
    const [fox, moon] = (await withPictures()).images;
    await setStatus('Off');
    await visitor.write(about('Sent back', fox && [fox]));
    await queue(visitor);
    await visitor.send({ pressed: true });
    setFault('lost');
    browser.signIn(account);
    await device.follow();
    const requests = await device.customRequests();
    await requests.write(about('Waits'));
    await queue(requests);
    await requests.write(about('Half a thought', moon && [moon]));
    expect(await device.countUnsent()).toBe(3);
    await device.wipe({ keepsUnsent: true });

    const kept = await browser.rows(account, (store) => store.read());
    const states = kept.requests.map(({ fields: { description }, state }) => [description, state]);
    expect(Object.fromEntries(states)).toEqual({
      'Sent back': 'refused',
      Waits: 'waiting',
      'Half a thought': 'draft',
    });
    expect(kept.pictures.map(({ id }) => id).sort()).toEqual(['one', 'two']);
  });

  test('counts what is to be changed in a delivered design, and keeps it if its owner wants that', async () => {
    const draft = { requestId: 'd'.repeat(24), delivery: 1, note: 'Bluer', marks: [] };
    for (const leaving of ['keep', 'discard', 'sent', 'end'] as const) {
      const { browser } = await setUp();
      const device = browser.open();
      browser.signIn(account);
      await device.follow();
      const own = await device.ownRequests();
      await own.saveChangesDraft(draft, true);
      expect(await device.countUnsent()).toBe(1);
      if (leaving === 'sent') {
        await own.saveChangesDraft(draft, false);
        expect(await device.countUnsent()).toBe(0);
      }
      if (leaving !== 'end') await device.wipe({ keepsUnsent: leaving !== 'discard' });
      browser.signIn('b'.repeat(24));
      await device.follow();
      expect(await (await device.ownRequests()).changesDraft(draft.requestId)).toBeNull();
      const names = (await browser.idb.indexedDB.databases()).map(({ name }) => name);
      const isKept = leaving === 'keep' || leaving === 'end';
      expect(names.includes(`pinwheel-account-${account}`)).toBe(isKept);

      browser.signIn(account);
      await device.follow();
      const found = await (await device.ownRequests()).changesDraft(draft.requestId);
      expect(found).toEqual(isKept ? draft : null);
    }
  });

  test('does not ask about an empty draft', async () => {
    const { browser } = await setUp();
    browser.signIn(account);
    const device = browser.open();
    const nothing = { name: '', email: '', designType: '', description: '' };
    await (await device.customRequests()).write({ fields: nothing, images: [] });
    expect(await device.countUnsent()).toBe(0);
    await device.wipe({ keepsUnsent: true });

    const names = (await browser.idb.indexedDB.databases()).map(({ name }) => name);
    expect(names).not.toContain(`pinwheel-account-${account}`);
  });
});

test('adds what another app shares to the current draft', async () => {
  const { browser } = await setUp();
  const requests = await browser.open().customRequests();
  const content = await withPictures();
  await requests.write({ fields, images: content.images.slice(0, 1) });
  const files = content.images.slice(1).map(({ file }) => file);
  await saveShared(
    { texts: ['', 'Like these mushrooms'], files },
    { idb: browser.idb, newId: () => crypto.randomUUID(), now: 0 },
  );

  const found = await requests.draft();
  expect(found?.fields.description).toBe(`${fields.description}\nLike these mushrooms`);
  expect(found?.images.map(({ file }) => file.name)).toEqual(['fox.png', 'moon.png']);
});
