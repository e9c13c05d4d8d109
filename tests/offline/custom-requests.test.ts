import { describe, expect, test, vi } from 'vitest';
import { contactId } from '#contract/shop/thread.ts';
import { ApiError } from '#contract/wire/api-error.ts';
import { saveShared } from '#offline/accounts/save-shared.ts';
import type { RequestContent } from '#offline/outbox/request-rules.ts';
import type { MessageAbout } from '#offline/outbox/rows.ts';
import { isUnanswered } from '#offline/outbox/send-outcome.ts';
import { createBackoff } from '#offline/sending/device-backoff.ts';
import { syncViewOf } from '#offline/views/sync-view-of.ts';
import { createApp } from '#server/app.ts';
import { openOrCloseCommissions } from '#server/commissions/open-or-close.ts';
import { makeThreadLink } from '#server/messages/thread-links.ts';
import { terminal } from '#server/platform/audit/record-action.ts';
import { makeAuditedChange, makeChange } from '#server/platform/database/change.ts';
import { type FileStore, StoreUnreachable } from '#server/platform/files/file-store.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { picture } from '#tests/support/pictures.ts';
import { tokenOf } from '#tests/support/request-token.ts';
import { createTestBrowser } from './test-device.ts';

type Fault =
  | 'none'
  | 'lost'
  | 'unheard'
  | 'portal'
  | 'poison'
  | 'broken'
  | 'too large'
  | 'cut'
  | 'held back'
  | 'signed out'
  | 'no files';

const fields = {
  name: 'Hazel',
  email: 'hazel@shop.example',
  designType: 'Exclusive',
  description: 'Foxes under a paper moon',
};
const words: RequestContent = { fields, images: [] };

async function withPictures(): Promise<RequestContent> {
  const file = async (name: string) =>
    new File([new Uint8Array(await picture('png'))], name, { type: 'image/png' });
  const images = [
    { id: 'one', file: await file('fox.png') },
    { id: 'two', file: await file('moon.png') },
  ];
  return { fields, images };
}

/** A browser in front of the real server, over a network that can fail on the way there or back. */
async function setUp() {
  const services = await makeServices();
  let fault: Fault = 'none';
  const whileThere = async () => {
    if (fault === 'no files') throw new StoreUnreachable('The bucket', 'ECONNREFUSED');
  };
  const files: FileStore = {
    ...services.files,
    check: whileThere,
    putUpload: (bytes) => whileThere().then(() => services.files.putUpload(bytes)),
  };
  const app = createApp({ ...services, files });
  let meanwhile = () => {};
  const posted: string[] = [];
  const setStatus = (status: 'On' | 'Off') =>
    makeAuditedChange(services, terminal, (change) => openOrCloseCommissions(change, status));
  await setStatus('On');
  const browser = createTestBrowser({
    async fetch(input, init) {
      const request = new Request(input as Request, init);
      if (request.method === 'POST') posted.push(request.url);
      else meanwhile();
      if (request.method === 'POST' && fault === 'too large')
        return new Response('', { status: 413 });
      if (request.method === 'POST' && fault === 'signed out') {
        return Response.json({ message: 'Sign in', code: 'NOT_SIGNED_IN' }, { status: 401 });
      }
      if (request.method === 'POST' && fault === 'held back') {
        const headers = { 'Retry-After': '120' };
        return Response.json({ message: 'Later', code: 'TOO_MANY' }, { status: 429, headers });
      }
      if (request.method === 'POST' && fault === 'cut') throw new TypeError('Failed to fetch');
      if (fault === 'lost') throw new TypeError('Failed to fetch');
      if (fault === 'portal') return new Response('<html>Buy minutes</html>');
      if (fault === 'broken' || (fault === 'poison' && request.method === 'POST')) {
        return Response.json({ message: 'Oh dear', code: 'INTERNAL' }, { status: 500 });
      }
      const response = await app.request(request);
      if (fault === 'unheard' && request.method === 'POST') throw new TypeError('Failed to fetch');
      return response;
    },
  });
  const read = services.database.read;
  return {
    browser,
    services,
    /** URLs to which something was sent, whether it arrived or not. */
    posted,
    setStatus,
    setFault: (next: Fault) => {
      fault = next;
    },
    /** Runs `task` while a request to the shop is under way. */
    whileAsked: (task: () => void) => {
      meanwhile = task;
    },
    async received() {
      const requests = await read.selectFrom('customRequests').selectAll().execute();
      const images = await read.selectFrom('customRequestImages').selectAll().execute();
      return { requests: requests.map(({ description }) => description), images: images.length };
    },
  };
}

const never = new AbortController().signal;

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
  await requests.sendDraft(never);

  expect(await requests.draft()).toBeNull();
  expect(await received()).toEqual({ requests: [fields.description], images: 2 });
});

for (const fault of ['lost', 'unheard', 'portal'] as const) {
  test(`sends a request later, once, after a network where everything is ${fault}`, async () => {
    const { browser, received, setFault } = await setUp();
    const requests = await browser.open().customRequests();
    await requests.write(await withPictures());
    setFault(fault);
    const failure = await requests.sendDraft(never).catch((error: unknown) => error);
    expect(isUnanswered(failure)).toBe(true);
    await requests.queueDraft();
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
  await requests.queueDraft();
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
  await requests.sendDraft(never).catch(() => {});
  await requests.queueDraft();
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
    if (isQueued) await requests.queueDraft();
    setFault('none');
    whileAsked(() => browser.signIn(ben));
    if (isQueued) await requests.send({ pressed: true });
    else await expect(requests.sendDraft(never)).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });

    expect(posted).toEqual([]);
    const { requests: kept } = await browser.rows(ada, (store) => store.read());
    expect(kept.map(({ state }) => state)).toEqual([isQueued ? 'waiting' : 'draft']);
    browser.signIn(ada);
    whileAsked(() => {});
    if (isQueued) await requests.send({ pressed: true });
    else await requests.sendDraft(never);
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
      await requests.queueDraft();
      await requests.send();
    } else {
      await requests.sendDraft(never);
    }
    expect((await received()).requests).toEqual([fields.description]);
  });
}

test('says that the shop is without its files, and uploads no picture then', async () => {
  const { browser, posted, setFault } = await setUp();
  const requests = await browser.open().customRequests();
  await requests.write(await withPictures());
  setFault('no files');
  await expect(requests.sendDraft(never)).rejects.toMatchObject({
    message: 'The shop can’t reach its files right now. Please try again in a minute.',
  });
  expect(posted).toEqual([]);
});

test('postpones only a request with pictures while the shop is without its files, for longer and longer', async () => {
  const { browser, posted, setFault } = await setUp();
  const requests = await browser.open().customRequests();
  await requests.write(await withPictures());
  setFault('no files');
  await requests.queueDraft();
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
  await requests.queueDraft();
  const other = await browser.open().customRequests();
  await Promise.all([requests.send({ pressed: true }), other.send({ pressed: true })]);
  expect((await received()).requests).toHaveLength(1);
});

test('treats a request changed after it may have arrived as another request', async () => {
  const { browser, received, setFault } = await setUp();
  const requests = await browser.open().customRequests();
  await requests.write(words);
  setFault('unheard');
  await expect(requests.sendDraft(never)).rejects.toBeInstanceOf(ApiError);
  setFault('none');
  await requests.write({ ...words, fields: { ...fields, description: 'Foxes, in blue' } });
  await requests.sendDraft(never);
  expect((await received()).requests).toEqual([fields.description, 'Foxes, in blue']);
});

test('keeps a request that the closed studio refuses, with the reason, for editing', async () => {
  const { browser, received, setStatus } = await setUp();
  const device = browser.open();
  await device.follow();
  const requests = await device.customRequests();
  await requests.write(await withPictures());
  await setStatus('Off');
  await requests.queueDraft();
  await requests.send({ pressed: true });
  await expect
    .poll(() => device.syncView().requests)
    .toMatchObject([{ state: 'refused', images: 2, problem: { code: 'CUSTOMS_CLOSED' } }]);

  await requests.reopen(device.syncView().requests[0]?.opId ?? '');
  expect((await requests.draft())?.images).toHaveLength(2);
  await setStatus('On');
  await requests.sendDraft(never);
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
    await requests.queueDraft();
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
  await requests.queueDraft();
  await requests.write(words);
  await requests.queueDraft();
  await requests.send({ pressed: true });
  expect((await received()).requests).toEqual([fields.description]);
});

test('says that a proxy refuses the size of the pictures, and sends the request once it has none', async () => {
  const { browser, posted, received, setFault } = await setUp();
  const requests = await browser.open().customRequests();
  setFault('too large');
  await requests.write(await withPictures());
  await expect(requests.sendDraft(never)).rejects.toMatchObject({
    code: 'TOO_LARGE',
    message: expect.stringContaining('refuses pictures of this size'),
  });
  await requests.queueDraft();
  expect(await requests.send()).toBeNull();
  const { requests: kept } = await browser.rows(null, (store) => store.read());
  expect(kept[0]).toMatchObject({ state: 'refused', images: ['one', 'two'] });
  expect(kept[0]?.problem?.message).toContain('refuses pictures of this size');
  expect(posted).toHaveLength(2);

  setFault('none');
  await requests.write(words);
  await requests.sendDraft(never);
  expect(await received()).toEqual({ requests: [fields.description], images: 0 });
});

test('gives up pictures that break the connection again and again while the shop answers', async () => {
  const { browser, setFault } = await setUp();
  const requests = await browser.open().customRequests();
  setFault('cut');
  await requests.write(await withPictures());
  await requests.queueDraft();
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
    await requests.queueDraft();
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
  await requests.queueDraft();
  expect(await requests.send()).toBeGreaterThanOrEqual(browser.clock.now() + 120_000);
  expect(posted).toHaveLength(1);

  setFault('none');
  await requests.write({ ...words, fields: { ...fields, description: 'Foxes, in blue' } });
  await requests.queueDraft();
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
  await visitor.queueDraft();
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
    await visitor.queueDraft();
    await visitor.send({ pressed: true });
    setFault('lost');
    browser.signIn(account);
    await device.follow();
    const requests = await device.customRequests();
    await requests.write(about('Waits'));
    await requests.queueDraft();
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

describe('messages', () => {
  const message = (description: string): RequestContent => ({
    ...{ images: [], fields: { ...fields, designType: '', description } },
  });

  async function atDesign() {
    const shop = await setUp();
    const about = { kind: 'design', id: await addProduct(shop.services) } as const;
    const requests = await shop.browser.open().customRequests();
    const { read } = shop.services.database;
    const texts = async () => {
      const rows = await read.selectFrom('threadMessages').select('text').execute();
      const pictures = await read.selectFrom('messagePictures').select('id').execute();
      return { texts: rows.map(({ text }) => text), pictures: pictures.length };
    };
    return { ...shop, about, requests, texts };
  }

  for (const fault of ['lost', 'unheard', 'portal'] as const) {
    test(`are sent later, once, after a network where everything is ${fault}`, async () => {
      const { browser, about, requests, texts, setFault } = await atDesign();
      const { images } = await withPictures();
      await requests.write({ ...message('Is it blue?'), images }, about);
      setFault(fault);
      const opId = (await requests.queueMessage(about)) ?? '';
      const left = await requests.sendMessage(opId, { pressed: true });
      expect(left).toMatchObject({ opId, state: 'waiting' });
      setFault('none');
      // Another page, after the browser was closed.
      await (await browser.open().customRequests()).send({ pressed: true });
      expect(await texts()).toEqual({ texts: ['Is it blue?'], pictures: 2 });
      expect(await requests.send({ pressed: true })).toBeNull();
    });
  }

  test('that couldn’t be sent are sent by the page that is open, without another press', async () => {
    const { browser, about, requests, texts, setFault } = await atDesign();
    await requests.write(message('Is it blue?'), about);
    setFault('lost');
    const opId = (await requests.queueMessage(about)) ?? '';
    expect(await requests.sendMessage(opId, { pressed: true })).toMatchObject({ opId });
    setFault('none');
    await vi.waitFor(async () => {
      browser.clock.move(1_000);
      expect((await texts()).texts).toEqual(['Is it blue?']);
    });
  });

  test('of somebody whose session has ended are sent once a press, and kept', async () => {
    const { about, requests, posted, setFault } = await atDesign();
    await requests.write(message('Is it blue?'), about);
    setFault('signed out');
    const opId = (await requests.queueMessage(about)) ?? '';
    const left = await requests.sendMessage(opId, { pressed: true });
    expect(left).toMatchObject({ state: 'waiting', problem: { status: 401 } });
    expect(await requests.send()).toBeNull();
    expect(posted).toHaveLength(2);
  });

  test('that were being written with a picture when the network went are still there, and sent once', async () => {
    const { browser, about, requests, texts, setFault } = await atDesign();
    const images = (await withPictures()).images.slice(0, 1);
    setFault('lost');
    await requests.write({ ...message('Like this?'), images }, about);

    const reopened = await browser.open().customRequests();
    const draft = await reopened.draft(about);
    expect(draft?.fields.description).toBe('Like this?');
    expect(draft?.images.map(({ file }) => file.name)).toEqual(['fox.png']);
    const opId = (await reopened.queueMessage(about)) ?? '';
    await reopened.sendMessage(opId, { pressed: true });
    expect(await texts()).toEqual({ texts: [], pictures: 0 });
    setFault('none');

    const again = await browser.open().customRequests();
    await Promise.all([again.send({ pressed: true }), reopened.send({ pressed: true })]);
    expect(await texts()).toEqual({ texts: ['Like this?'], pictures: 1 });
    expect(await again.draft(about)).toBeNull();
  });

  test('have a draft for each thing they are about, beside that of a custom request', async () => {
    const { browser, about, requests } = await atDesign();
    const other = { kind: 'order', id: 'a'.repeat(24) } as const;
    await requests.write(words);
    await requests.write(message('One'), about);
    await requests.write(message('Two'), other);
    await requests.write(message('One more'), about);
    const reopened = await browser.open().customRequests();
    expect((await reopened.draft())?.fields).toEqual(fields);
    expect((await reopened.draft(about))?.fields.description).toBe('One more');
    expect((await reopened.draft(other))?.fields.description).toBe('Two');
  });

  test('of two mailed links have drafts of their own, and are sent by their own link', async () => {
    const { browser, services, requests } = await atDesign();
    const contact = { kind: 'design', id: contactId } as const;
    for (const subject of ['Printing', 'Cloth']) {
      const { fields: words } = message(subject);
      await requests.write({ images: [], fields: { ...words, subject } }, contact);
      await requests.sendMessage((await requests.queueMessage(contact)) ?? '', { pressed: true });
    }
    const { read } = services.database;
    const threads = await read.selectFrom('threads').select(['id', 'title']).execute();
    const linked = async (title: string) => {
      const { id = '' } = threads.find((thread) => thread.title === title) ?? {};
      return {
        ...contact,
        token: tokenOf(await makeChange(services, (tx) => makeThreadLink(tx, id))),
      };
    };
    const [printing, cloth] = [await linked('Printing'), await linked('Cloth')];
    await requests.write(message('On paper?'), printing);

    const reopened = await browser.open().customRequests();
    expect(await reopened.draft(cloth)).toBeNull();
    expect(await reopened.isBegun(contact)).toBe(false);
    await reopened.write(message('In blue?'), cloth);
    expect((await reopened.draft(printing))?.fields.description).toBe('On paper?');
    await reopened.sendMessage((await reopened.queueMessage(cloth)) ?? '', { pressed: true });
    const written = await read
      .selectFrom('threadMessages')
      .innerJoin('threads', 'threads.id', 'threadId')
      .select(['title', 'text'])
      .where('text', 'like', '%?')
      .execute();
    expect(written).toEqual([{ title: 'Cloth', text: 'In blue?' }]);
  });

  test('about a request that began by a link go on in the account', async () => {
    const { requests } = await atDesign();
    const request = { kind: 'request', id: 'b'.repeat(24) } as const;
    await requests.write(message('Is it blue?'), { ...request, token: 'a'.repeat(43) });
    expect((await requests.draft(request))?.fields.description).toBe('Is it blue?');
  });

  test('are no custom request to a page that knows none of them', async () => {
    const { browser, about, requests } = await atDesign();
    await requests.write(message('Is it blue?'), about);
    const { requests: kept } = await browser.rows(null, (store) => store.read());
    expect(kept.map(({ state }) => state)).toEqual(['writing']);
    expect(await requests.draft()).toBeNull();
  });

  test('sent by two tabs are one message', async () => {
    const { browser, about, requests, texts } = await atDesign();
    await requests.write(message('Is it blue?'), about);
    const other = await browser.open().customRequests();
    const [opId] = await Promise.all([requests.queueMessage(about), other.queueMessage(about)]);
    expect(await other.queueMessage(about)).toBeNull();
    const sendings = [requests, other].map((tab) => tab.sendMessage(opId ?? '', {}));
    expect(await Promise.all(sendings)).toEqual([null, null]);
    expect((await texts()).texts).toEqual(['Is it blue?']);
  });

  test('arrive in the order they were written in, while other threads go ahead', async () => {
    const { browser, about, requests, services, texts, setFault } = await atDesign();
    const other = { kind: 'design', id: await addProduct(services) } as const;
    const write = async (text: string, to: MessageAbout) => {
      browser.clock.move(1000);
      await requests.write(message(text), to);
      return (await requests.queueMessage(to)) ?? '';
    };
    setFault('held back');
    const first = await write('Is it blue?', about);
    await requests.sendMessage(first, { pressed: true });
    setFault('none');
    const second = await write('And is it large?', about);
    expect(await requests.sendMessage(second, {})).toMatchObject({ state: 'waiting' });
    expect(await requests.sendMessage(await write('Is it round?', other), {})).toBeNull();
    expect((await texts()).texts).toEqual(['Is it round?']);

    expect(await requests.sendMessage(second, { pressed: true })).toBeNull();
    const expected = ['Is it round?', 'Is it blue?', 'And is it large?'];
    expect((await texts()).texts).toEqual(expected);
  });

  test('that the shop refuses stay on the device with the reason', async () => {
    const { browser, requests, texts } = await atDesign();
    await requests.write(message('Is it blue?'), { kind: 'design', id: 'f'.repeat(24) });
    await requests.queueMessage({ kind: 'design', id: 'f'.repeat(24) });
    await requests.send({ pressed: true });
    const { requests: kept } = await browser.rows(null, (store) => store.read());
    expect(kept).toMatchObject([{ state: 'refused', problem: { status: 404 } }]);
    expect((await texts()).texts).toEqual([]);
  });
});
