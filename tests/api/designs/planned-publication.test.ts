import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { publishDue } from '#server/designs/plan-publication.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { type DesignDesk, openDesignDesk } from '#tests/support/design-desk.ts';
import { callStudio, studioRefused } from '#tests/support/studio-call.ts';

const hour = 3_600_000;

let desk: DesignDesk;
let id: string;

beforeEach(async () => {
  desk = await openDesignDesk();
  id = await addProduct(desk.services, {
    status: 'draft',
    files: { 'design.png': randomBytes(64) },
  });
});

const inHours = (hours: number) =>
  new Date(desk.services.clock().getTime() + hours * hour).toISOString();

const input = (publishAt: string | null, from: string | null) => ({
  params: { id },
  body: { from, publishAt },
  cookie: desk.cookie,
});

async function plan(publishAt: string | null, from: string | null = null) {
  return (await callStudio(desk.app, 'planPublication', input(publishAt, from))).answer;
}

const actions = async () => (await desk.linesOf(id)).map(({ action }) => action);

describe('a planned publication', () => {
  it('happens at its time, and once in several processes', async () => {
    const at = inHours(1);
    expect((await plan(at)).publication).toEqual({ at, hasFailed: false });

    await publishDue(desk.services);
    expect(await desk.inShop(id)).toBeNull();
    desk.services.pass(hour);
    await Promise.all([publishDue(desk.services), publishDue(desk.services)]);

    expect(await desk.inShop(id)).not.toBeNull();
    expect(await desk.read(id)).toMatchObject({
      status: 'published',
      publication: null,
      version: 2,
    });
    expect(await actions()).toEqual(['publication.planned', 'design.published']);
  });

  it('can be moved and cancelled', async () => {
    const [soon, later] = [inHours(1), inHours(3)];
    await plan(soon);
    await plan(later, soon);
    desk.services.pass(2 * hour);
    await publishDue(desk.services);
    expect((await desk.read(id)).status).toBe('draft');

    await plan(null, later);
    desk.services.pass(2 * hour);
    await publishDue(desk.services);

    expect(await desk.read(id)).toMatchObject({ status: 'draft', publication: null });
    expect(await actions()).toEqual([
      'publication.planned',
      'publication.planned',
      'publication.cancelled',
    ]);
  });

  it('of an incomplete design says so once, and doesn’t publish it later', async () => {
    await plan(inHours(1));
    await desk.save(id, { categoryIds: [] });
    desk.services.pass(hour);
    await publishDue(desk.services);
    await publishDue(desk.services);

    expect(await desk.read(id)).toMatchObject({
      status: 'draft',
      publication: { hasFailed: true },
    });
    const failed = (await desk.linesOf(id)).filter(({ action }) => action === 'publication.failed');
    expect(failed.map(({ after }) => after)).toEqual([
      expect.stringContaining('Choose a category.'),
    ]);
  });

  it('ends when it is published by hand', async () => {
    await plan(inHours(1));
    await desk.move(id, 'published');
    await desk.move(id, 'retired');
    desk.services.pass(hour);
    await publishDue(desk.services);
    expect(await desk.read(id)).toMatchObject({ status: 'retired', publication: null });
  });

  it('ends when the version before published it, which knows no plans', async () => {
    await plan(inHours(1));
    await desk.services.database.write((tx) =>
      tx.updateTable('products').set({ status: 'retired' }).where('id', '=', id).execute(),
    );
    desk.services.pass(hour);
    await publishDue(desk.services);
    expect(await desk.read(id)).toMatchObject({ status: 'retired', publication: null });
  });

  it('isn’t replaced by somebody who doesn’t know it', async () => {
    await plan(inHours(1));
    const { problem } = await studioRefused(desk.app, 'planPublication', input(inHours(2), null));
    expect(problem.code).toBe('CHANGED_MEANWHILE');
  });

  it('must be still to come', async () => {
    const { problem } = await studioRefused(desk.app, 'planPublication', input(inHours(0), null));
    expect(problem.fields).toEqual({ publishAt: 'Choose a time that is still to come.' });
  });

  it('is for drafts', async () => {
    await desk.move(id, 'published');
    const { problem } = await studioRefused(desk.app, 'planPublication', input(inHours(1), null));
    expect(problem.message).toBe('Only a draft can be published at a time.');
  });
});
