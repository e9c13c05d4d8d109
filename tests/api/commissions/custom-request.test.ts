import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { messages } from '#contract/messages/messages.ts';
import { callPath } from '#contract/shop/calls.ts';
import { createApp } from '#server/app.ts';
import { runRetention } from '#server/operations/retention.ts';
import { sendNext } from '#server/platform/mail/mailer.ts';
import {
  created,
  fields,
  filesLeft,
  mailsOut,
  refused,
  rowsOf,
  setStatus,
  setUp,
} from '#tests/support/custom-desk.ts';
import type { TestServices } from '#tests/support/make-services.ts';
import { picture } from '#tests/support/pictures.ts';
import { signUp } from '#tests/support/sign-up.ts';

const hour = 3_600_000;

/** The mails that went out to the studio. Another goes to the sender. */
async function studioMails(services: TestServices) {
  const mails = await mailsOut(services);
  return mails.filter(({ recipient }) => recipient === 'clementine@pinwheel.example');
}

describe('a request for a custom design', () => {
  it('is accepted from a visitor with its pictures (S20, O13)', async () => {
    const { services, app } = await setUp();

    const answer = await created(app, {
      images: [await picture('png'), await picture('jpeg', { width: 30, height: 20 })],
    });

    const { requests, images } = await rowsOf(services);
    expect(answer).toEqual({
      data: { _id: expect.any(String), createdAt: '2026-03-01T09:00:00.000Z' },
    });
    expect(requests).toEqual([
      {
        id: answer.data._id,
        accountId: null,
        ...fields,
        wants: 'design',
        state: 'received',
        status: 'open',
        closedAt: null,
        dueAt: null,
        createdAt: '2026-03-01T09:00:00.000Z',
      },
    ]);
    expect(images).toMatchObject([
      { requestId: answer.data._id, position: 0, width: 64, height: 48 },
      { requestId: answer.data._id, position: 1, width: 30, height: 20 },
    ]);
    expect(await filesLeft(services)).toEqual({ uploads: 2, unfinished: 0 });
  });

  it('is accepted without pictures (S20)', async () => {
    const { services, app } = await setUp();

    await created(app);

    expect((await rowsOf(services)).requests).toHaveLength(1);
    expect(await filesLeft(services)).toEqual({ uploads: 0, unfinished: 0 });
  });

  it('is accepted from a plain form, which sends an empty file if none was chosen', async () => {
    const { services, app } = await setUp();
    const parts = Object.entries(fields).map(([name, text]) => `name="${name}"\r\n\r\n${text}`);
    const empty =
      'name="referenceImages"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n';
    const body = [...parts, empty]
      .map((part) => `--b\r\nContent-Disposition: form-data; ${part}\r\n`)
      .join('');

    const response = await app.request(callPath('customRequest'), {
      method: 'POST',
      headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
      body: `${body}--b--\r\n`,
    });

    expect(response.status).toBe(200);
    expect((await rowsOf(services)).requests).toHaveLength(1);
  });

  it('belongs to the account if somebody is signed in', async () => {
    const { services, app } = await setUp();
    const { id, token } = await signUp(services, { status: 'pending' });

    await created(app, { token });

    expect((await rowsOf(services)).requests[0]?.accountId).toBe(id);
  });

  it('is mailed to the studio with text, pictures and the address to answer', async () => {
    const { services, app } = await setUp();
    await created(app, { images: [await picture('webp'), await picture('avif')] });

    const mails = await studioMails(services);

    expect(mails).toHaveLength(1);
    const [mail] = mails;
    expect(mail).toMatchObject({
      recipient: 'clementine@pinwheel.example',
      replyTo: 'ada@elsewhere.example',
      subject: 'Custom request from Ada Lamp',
    });
    for (const text of ['Foxes in a wood.', 'With lanterns, please.', 'Exclusive', fields.email]) {
      expect(mail?.text).toContain(text);
    }
    expect(mail?.attachments.map(({ name }) => name)).toEqual([
      'reference-1.jpg',
      'reference-2.jpg',
    ]);
    for (const { bytes } of mail?.attachments ?? []) {
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 64 });
    }
  });

  it('contains no HTML and adds no header in its mail', async () => {
    const { services, app } = await setUp();
    await created(app, {
      fields: { ...fields, description: '<img src=x onerror=alert(1)>\r\nBcc: all@shop.example' },
    });

    const [mail] = await studioMails(services);

    expect(mail?.html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(mail?.html).not.toContain('<img');
  });

  it('is private: no URL serves its pictures', async () => {
    const { services, app } = await setUp();
    await created(app, { images: [await picture('png')] });
    const { images } = await rowsOf(services);
    const name = images[0]?.upload ?? '';

    const paths = [`/images/${name}/640.webp`, `/files/${name}`, `/uploads/${name}`];
    const statuses = await Promise.all(paths.map(async (path) => (await app.request(path)).status));

    expect(name).toMatch(/^[0-9a-f]{32}$/);
    expect(statuses.filter((status) => status === 200)).toEqual([]);
  });
});

it('the API document lists its pictures along with its fields', async () => {
  const { app } = await setUp();

  const document = await (await app.request('/api/openapi.json')).json();

  const { schema } =
    document.paths['/api/custom-orders'].post.requestBody.content['multipart/form-data'];
  expect(Object.keys(schema.properties)).toEqual([...Object.keys(fields), 'referenceImages']);
  expect(schema.required).not.toContain('referenceImages');
});

describe('a closed studio', () => {
  it('accepts no request and says so, without reading it', async () => {
    const { services, app } = await setUp('Off');
    let pulled = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          pulled += 1;
          controller.enqueue(new Uint8Array(1000));
        },
      },
      { highWaterMark: 0 },
    );

    const response = await app.request(
      new Request(`http://shop.example${callPath('customRequest')}`, {
        method: 'POST',
        headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
        body,
        duplex: 'half',
      } as RequestInit),
    );

    expect(response.status).toBe(409);
    expect(await response.json()).toEqual({
      code: 'CUSTOMS_CLOSED',
      message: messages.custom.closed,
    });
    expect(pulled).toBe(0);
    expect((await rowsOf(services)).requests).toEqual([]);
  });

  it('that closes while a request arrives stores nothing of it', async () => {
    const { services } = await setUp();
    const { putUpload } = services.files;
    const closing = createApp({
      ...services,
      files: {
        ...services.files,
        async putUpload(bytes) {
          await setStatus(services, 'Off');
          return putUpload(bytes);
        },
      },
    });

    const { code } = await refused(closing, { images: [await picture('png')] });

    expect(code).toBe('CUSTOMS_CLOSED');
    expect(await filesLeft(services)).toEqual({ uploads: 0, unfinished: 0 });
  });

  it('still answers a repeat of what it accepted before', async () => {
    const { services, app } = await setUp();
    const sent = { key: 'op-00000001', images: [await picture('png')] };
    const first = await created(app, sent);
    await setStatus(services, 'Off');

    expect(await created(app, sent)).toEqual(first);
  });
});

describe('a write whose answer never came', () => {
  it.each([
    ['stored the request', 1, 1],
    ['stored nothing', 0, 0],
  ])('that %s keeps its pictures only with the request', async (_, requests, uploads) => {
    const { services } = await setUp();
    const { write } = services.database;
    const lost = new Error('no answer');
    const broken = createApp({
      ...services,
      database: {
        ...services.database,
        async write(work) {
          let isRequest = false;
          const result = await write(async (tx) => {
            const done = await work(tx);
            const rows = await tx.selectFrom('customRequests').select('id').execute();
            isRequest = rows.length > 0;
            if (isRequest && requests === 0) throw lost;
            return done;
          });
          if (isRequest) throw lost;
          return result;
        },
      },
    });

    const { code } = await refused(broken, { images: [await picture('png')] });

    expect(code).toBe('INTERNAL');
    expect((await rowsOf(services)).requests).toHaveLength(requests);
    expect(await filesLeft(services)).toEqual({ uploads, unfinished: 0 });
  });
});

describe('the same key', () => {
  it('creates one request, its mails and one answer', async () => {
    const { services, app } = await setUp();
    const sent = { key: 'op-00000001', images: [await picture('png')] };

    const first = await created(app, sent);
    services.pass(1000);
    const second = await created(app, sent);

    const { requests, mails } = await rowsOf(services);
    expect(second).toEqual(first);
    // One to the studio, and one to the sender.
    expect([requests.length, mails.length]).toEqual([1, 2]);
    expect(await filesLeft(services)).toEqual({ uploads: 1, unfinished: 0 });
  });

  it('used ten times at once creates one request, and leaves no picture behind', async () => {
    const { services, app } = await setUp();
    const sent = { key: 'op-00000001', images: [await picture('png')] };

    const answers = await Promise.all(Array.from({ length: 10 }, () => created(app, sent)));

    expect(new Set(answers.map(({ data }) => data._id)).size).toBe(1);
    expect((await rowsOf(services)).requests).toHaveLength(1);
    expect(await filesLeft(services)).toEqual({ uploads: 1, unfinished: 0 });
  });

  it.each([
    ['text', { fields: { ...fields, description: 'Moons' } }],
    ['number of pictures', { images: [] }],
  ])('with another %s is refused', async (_, other) => {
    const { services, app } = await setUp();
    const key = 'op-00000001';
    await created(app, { key, images: [await picture('png')] });

    const { status, code } = await refused(app, {
      key,
      images: [await picture('png')],
      ...other,
    });

    expect([status, code]).toEqual([422, 'KEY_REUSED']);
    expect((await rowsOf(services)).requests).toHaveLength(1);
  });

  it('with a different picture is refused', async () => {
    const { app } = await setUp();
    const key = 'op-00000001';
    await created(app, { key, images: [await picture('png')] });

    const { code } = await refused(app, { key, images: [await picture('jpeg')] });

    expect(code).toBe('KEY_REUSED');
  });

  it('of a visitor who has signed in meanwhile is the same request', async () => {
    const { services, app } = await setUp();
    const sent = { key: 'op-00000001' };
    const first = await created(app, sent);
    const { token } = await signUp(services);

    expect(await created(app, { ...sent, token })).toEqual(first);
    expect((await rowsOf(services)).requests).toHaveLength(1);
  });

  it('of a buyer whose session has ended meanwhile is the same request', async () => {
    const { services, app } = await setUp();
    const { token } = await signUp(services);
    const sent = { key: 'op-00000001', token };
    const first = await created(app, sent);
    await services.database.write((tx) => tx.deleteFrom('sessions').execute());

    expect(await created(app, sent)).toEqual(first);
    expect((await rowsOf(services)).requests).toHaveLength(1);
  });
});

describe('cleanup', () => {
  it('deletes pictures that no request refers to, a day after they were seen', async () => {
    const { services, app } = await setUp();
    // Files have the machine's time, so the shop's clock is set to it.
    services.pass(Date.now() - services.clock().getTime());
    await created(app, { images: [await picture('png')] });
    const { images } = await rowsOf(services);
    const orphan = await services.files.putUpload(Buffer.from('left by a crash'));
    const at = (offset: number) => ({ ...services, clock: () => new Date(Date.now() + offset) });

    await runRetention(at(hour));
    const early = await services.files.readUpload(orphan);
    await runRetention(at(25 * hour));

    expect(early).not.toBeNull();
    expect(await services.files.readUpload(orphan)).toBeNull();
    expect(await services.files.readUpload(images[0]?.upload ?? '')).not.toBeNull();
  });

  it('deletes the pictures a month after the studio closed the request, and the request after a year', async () => {
    const { services, app } = await setUp();
    const day = 24 * hour;
    // Files have the machine's time, so the shop's clock is set to it.
    services.pass(Date.now() - services.clock().getTime());
    await created(app, { images: [await picture('jpeg')] });
    const left = async () => {
      await runRetention(services);
      const { requests, images } = await rowsOf(services);
      const { uploads } = await filesLeft(services);
      return { requests: requests.length, images: images.length, uploads };
    };

    await sendNext(services, { send: async () => undefined });
    services.pass(60 * day);
    const open = await left();
    await services.database.write((tx) =>
      tx
        .updateTable('customRequests')
        .set({ status: 'closed', state: 'closed', closedAt: services.clock().toISOString() })
        .execute(),
    );
    services.pass(30 * day);
    const closed = await left();
    services.pass(day);
    const later = await left();
    services.pass(275 * day);
    const afterYear = await left();
    services.pass(60 * day);

    expect(open).toEqual({ requests: 1, images: 1, uploads: 1 });
    expect(closed).toEqual({ requests: 1, images: 1, uploads: 1 });
    expect(later).toEqual({ requests: 1, images: 0, uploads: 0 });
    // A year after it came, but not after it was closed.
    expect(afterYear).toEqual({ requests: 1, images: 0, uploads: 0 });
    expect(await left()).toEqual({ requests: 0, images: 0, uploads: 0 });
  });

  it('deletes the pictures however many mails there still are', async () => {
    const { services, app } = await setUp();
    await created(app, { images: [await picture('jpeg')] });
    const { database } = services;
    const mail = await database.read
      .selectFrom('mailOutbox')
      .selectAll()
      .where('attachments', '!=', '[]')
      .executeTakeFirstOrThrow();
    // More than are deleted at once.
    const copies = Array.from({ length: 1001 }, (_, at) => ({ ...mail, id: `${mail.id}-${at}` }));
    const closedAt = services.clock().toISOString();
    await database.write(async (tx) => {
      await tx.insertInto('mailOutbox').values(copies).execute();
      await tx.updateTable('customRequests').set({ status: 'closed', closedAt }).execute();
    });
    services.pass(31 * 24 * hour);

    await runRetention(services, () => true);

    const mails = await database.read.selectFrom('mailOutbox').select('attachments').execute();
    const { images } = await rowsOf(services);
    expect(mails.map(({ attachments }) => attachments)).toContain(mail.attachments);
    expect(images).toEqual([]);
  });
});
