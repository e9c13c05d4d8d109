import { describe, expect, test, vi } from 'vitest';
import { contactId } from '#contract/shop/thread.ts';
import type { CustomRequests } from '#offline/accounts/custom-requests.ts';
import type { RequestContent } from '#offline/outbox/request-rules.ts';
import type { MessageAbout } from '#offline/outbox/rows.ts';
import { makeThreadLink } from '#server/messages/thread-links.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { tokenOf } from '#tests/support/request-token.ts';
import { fields, setUp, withPictures, words } from './custom-request-shop.ts';

/** Queues what a tab has saved. */
async function queueSaved(tab: CustomRequests, about: MessageAbout): Promise<string> {
  const content = await tab.draft(about);
  if (!content) throw new Error('nothing is being written');
  return (await tab.queueMessage({ about, content, saved: content })) ?? '';
}

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

  test('are sent later, once, if the network lost the answer', async () => {
    const { browser, about, requests, texts, setFault } = await atDesign();
    const { images } = await withPictures();
    await requests.write({ ...message('Is it blue?'), images }, about);
    setFault('unheard');
    const opId = await queueSaved(requests, about);
    const left = await requests.sendMessage(opId, { pressed: true });
    expect(left).toMatchObject({ opId, state: 'waiting' });
    setFault('none');
    // Another page, after the browser was closed.
    await (await browser.open().customRequests()).send({ pressed: true });
    expect(await texts()).toEqual({ texts: ['Is it blue?'], pictures: 2 });
    expect(await requests.send({ pressed: true })).toBeNull();
  });

  test('that couldn’t be sent are sent by the page that is open, without another press', async () => {
    const { browser, about, requests, texts, setFault } = await atDesign();
    await requests.write(message('Is it blue?'), about);
    setFault('lost');
    const opId = await queueSaved(requests, about);
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
    const opId = await queueSaved(requests, about);
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
    const opId = await queueSaved(reopened, about);
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
      await requests.sendMessage(await queueSaved(requests, contact), { pressed: true });
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
    await reopened.sendMessage(await queueSaved(reopened, cloth), { pressed: true });
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
    const content = await requests.draft(about);
    if (!content) throw new Error('nothing is being written');
    const shown = { about, content, saved: content };
    const [opId] = await Promise.all([requests.queueMessage(shown), other.queueMessage(shown)]);
    expect(await other.queueMessage(shown)).toBeNull();
    const sendings = [requests, other].map((tab) => tab.sendMessage(opId ?? '', {}));
    expect(await Promise.all(sendings)).toEqual([null, null]);
    expect((await texts()).texts).toEqual(['Is it blue?']);
    expect(await other.queueMessage(shown)).toBeNull();
  });

  test('shown by two tabs are each sent as it is shown', async () => {
    const { browser, about, requests, texts } = await atDesign();
    const other = await browser.open().customRequests();
    const [one, two, more] = [message('One'), message('Two'), message('Two and more')];
    await requests.write(one, about);
    await other.write(two, about);
    const send = async (tab: CustomRequests, content: RequestContent, saved: RequestContent) => {
      const opId = await tab.queueMessage({ about, content, saved });
      return tab.sendMessage(opId ?? '', { pressed: true });
    };
    expect(await send(requests, one, one)).toBeNull();
    expect((await texts()).texts).toEqual(['One']);
    // The other tab’s draft is still there, and what was typed since takes its place.
    expect((await other.draft(about))?.fields).toEqual(two.fields);
    expect(await send(other, more, two)).toBeNull();
    expect((await texts()).texts).toEqual(['One', 'Two and more']);
    expect(await other.draft(about)).toBeNull();
  });

  test('whose draft another tab took the place of and sent are sent as they are shown', async () => {
    const { browser, about, requests, texts } = await atDesign();
    const other = await browser.open().customRequests();
    const [one, two] = [message('One'), message('Two')];
    await other.write(two, about);
    await requests.write(one, about);
    for (const [tab, content] of [
      [requests, one],
      [other, two],
    ] as const) {
      const opId = await tab.queueMessage({ about, content, saved: content });
      expect(await tab.sendMessage(opId ?? '', { pressed: true })).toBeNull();
    }
    expect((await texts()).texts).toEqual(['One', 'Two']);
  });

  test('arrive in the order they were written in, while other threads go ahead', async () => {
    const { browser, about, requests, services, texts, setFault } = await atDesign();
    const other = { kind: 'design', id: await addProduct(services) } as const;
    const write = async (text: string, to: MessageAbout) => {
      browser.clock.move(1000);
      await requests.write(message(text), to);
      return await queueSaved(requests, to);
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
    await queueSaved(requests, { kind: 'design', id: 'f'.repeat(24) });
    await requests.send({ pressed: true });
    const { requests: kept } = await browser.rows(null, (store) => store.read());
    expect(kept).toMatchObject([{ state: 'refused', problem: { status: 404 } }]);
    expect((await texts()).texts).toEqual([]);
  });
});
