import { describe, expect, it } from 'vitest';
import { messages } from '#contract/messages/messages.ts';
import { callPath } from '#contract/shop/calls.ts';
import { createApp } from '#server/app.ts';
import {
  created,
  fields,
  filesLeft,
  refused,
  rowsOf,
  sendForm,
  setUp,
} from '#tests/support/custom-desk.ts';
import { picture } from '#tests/support/pictures.ts';
import { signUp } from '#tests/support/sign-up.ts';

const hour = 3_600_000;

describe('a request is refused', () => {
  it('with an error for each field, because the form validates nothing', async () => {
    const { services, app } = await setUp();

    const { status, fields: problems } = await refused(app, {
      fields: { name: ' ', email: 'x', designType: '', description: '' },
      images: [await picture('png')],
    });

    expect(status).toBe(422);
    expect(problems).toEqual({
      name: 'Name is required',
      email: 'Invalid email address',
      designType: 'Design type is required',
      description: 'Description is required',
    });
    expect(await filesLeft(services)).toEqual({ uploads: 0, unfinished: 0 });
  });

  it.each([
    ['name', 'Ada\r\nBcc: all@shop.example'],
    ['name', 'a'.repeat(201)],
    ['description', 'a'.repeat(5001)],
    ['description', 'a\0b'],
    ['designType', 'exclusive'],
    ['email', `${'a'.repeat(250)}@b.example`],
  ])('for its %s: %j', async (name, value) => {
    const { app } = await setUp();

    const { status, fields: problems } = await refused(app, {
      fields: { ...fields, [name]: value },
    });

    expect(status).toBe(422);
    expect(Object.keys(problems ?? {})).toEqual([name]);
  });

  it('for a file that is not a picture, reported by its position, and none of the others is stored', async () => {
    const { services, app } = await setUp();

    const {
      status,
      code,
      fields: problems,
    } = await refused(app, {
      images: [
        await picture('png'),
        { name: 'photo.png', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
      ],
    });

    expect([status, code]).toEqual([422, 'INVALID']);
    expect(problems).toEqual({ referenceImages: `Picture 2: ${messages.picture.imageFormat}` });
    expect(await filesLeft(services)).toEqual({ uploads: 0, unfinished: 0 });
    expect(await rowsOf(services)).toEqual({ requests: [], images: [], mails: [] });
  });

  it('for pictures in another field', async () => {
    const { app } = await setUp();

    const { code, fields: problems } = await refused(app, {
      under: 'images',
      images: [await picture('png')],
    });

    expect(code).toBe('INVALID');
    expect(Object.keys(problems ?? {})).toEqual(['referenceImages']);
  });

  it('for an eleventh picture', async () => {
    const { services, app } = await setUp();
    const image = await picture('jpeg');

    const { code, message } = await refused(app, { images: Array(11).fill(image) });

    expect([code, message]).toEqual(['INVALID', messages.picture.imageCount]);
    expect(await filesLeft(services)).toEqual({ uploads: 0, unfinished: 0 });
  });

  it('for a picture of more than 10 MB', async () => {
    const { services, app } = await setUp();
    const image = Buffer.concat([await picture('jpeg'), Buffer.alloc(10 * 1024 * 1024)]);

    const { status, message } = await refused(app, { images: [image] });

    expect([status, message]).toEqual([413, messages.picture.imageBytes]);
    expect(await filesLeft(services)).toEqual({ uploads: 0, unfinished: 0 });
  });

  it('for more than 40 MB in total', async () => {
    const { services, app } = await setUp();
    const image = Buffer.concat([await picture('jpeg'), Buffer.alloc(8_400_000)]);

    const { status, message } = await refused(app, { images: Array(5).fill(image) });

    expect([status, message]).toEqual([413, messages.picture.imagesBytes]);
    expect(await filesLeft(services)).toEqual({ uploads: 0, unfinished: 0 });
  });

  it('when it isn’t a form', async () => {
    const { app } = await setUp();

    const response = await app.request(callPath('customRequest'), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(fields),
    });

    expect(response.status).toBe(415);
  });

  it('after twenty from one address, until an hour has passed', async () => {
    const { services, app } = await setUp();
    for (let count = 0; count < 20; count += 1) await created(app);

    const response = await sendForm(app);
    services.pass(hour);

    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await sendForm(app)).status).toBe(200);
  });

  it('after sixty from one address, until a day has passed', async () => {
    const { services, app } = await setUp();
    for (let count = 0; count < 60; count += 1) {
      if (count % 20 === 0) services.pass(hour);
      await created(app);
    }
    services.pass(hour);

    const response = await sendForm(app);
    services.pass(24 * hour);

    expect(response.status).toBe(429);
    expect((await sendForm(app)).status).toBe(200);
  });

  it('with pictures while too many are stored, but accepted without them', async () => {
    const { services, app } = await setUp();
    await created(app, { images: [await picture('jpeg')] });
    await services.database.write((tx) =>
      tx
        .updateTable('customRequestImages')
        .set({ bytes: 5 * 1024 ** 3 })
        .execute(),
    );

    const { status, fields: named } = await refused(app, { images: [await picture('png')] });

    expect(status).toBe(422);
    expect(named).toEqual({ referenceImages: messages.picture.imagesFull });
    expect(await filesLeft(services)).toEqual({ uploads: 1, unfinished: 0 });
    expect((await sendForm(app)).status).toBe(200);
  });

  it('from an account deleted meanwhile, and no picture is left behind', async () => {
    const { services } = await setUp();
    const { token } = await signUp(services);
    const app = createApp({
      ...services,
      database: {
        ...services.database,
        write: (work) =>
          services.database.write(async (tx) => {
            await tx.updateTable('accounts').set({ deletedAt: '2026-03-01' }).execute();
            return work(tx);
          }),
      },
    });

    const { status } = await refused(app, { token, images: [await picture('png')] });

    expect(status).toBe(401);
    expect(await filesLeft(services)).toEqual({ uploads: 0, unfinished: 0 });
    expect(await rowsOf(services)).toEqual({ requests: [], images: [], mails: [] });
  });

  it('when the database fails, and no picture is left behind', async () => {
    const { services } = await setUp();
    const failing = createApp({
      ...services,
      database: {
        ...services.database,
        write: (work) =>
          services.database.write(async (tx) => {
            const result = await work(tx);
            const taken = await tx.selectFrom('customRequests').select('id').execute();
            if (taken.length > 0) throw new Error('the disk is full');
            return result;
          }),
      },
    });

    const { status } = await refused(failing, { images: [await picture('png')] });

    expect(status).toBe(500);
    expect(await filesLeft(services)).toEqual({ uploads: 0, unfinished: 0 });
    expect(await rowsOf(services)).toEqual({ requests: [], images: [], mails: [] });
  });
});
