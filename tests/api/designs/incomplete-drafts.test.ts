import { beforeEach, describe, expect, it } from 'vitest';
import { addProduct } from '#tests/support/add-product.ts';
import { changeInBulk, oneFile, planInBulk } from '#tests/support/change-in-bulk.ts';
import { type DesignDesk, openDesignDesk } from '#tests/support/design-desk.ts';
import { callStudio } from '#tests/support/studio-call.ts';

let desk: DesignDesk;

beforeEach(async () => {
  desk = await openDesignDesk();
});

describe('the list of designs', () => {
  it('finds designs by what they lack', async () => {
    const { app, cookie, services } = desk;
    const { answer: bare } = await callStudio(app, 'createDesign', {
      body: { title: 'Bare' },
      cookie,
    });
    const unmade = await addProduct(services, { status: 'draft', title: 'Unmade' });
    const ready = await addProduct(services, { status: 'draft', title: 'Ready', ...oneFile() });
    const found = async (missing: string) =>
      (await desk.list({ missing, status: 'draft' })).items.map(({ id }) => id).sort();

    for (const part of ['price', 'categoryIds', 'designers', 'images']) {
      expect(await found(part)).toEqual([bare.id]);
    }
    expect(await found('files')).toEqual([bare.id, unmade].sort());
    expect(await found('nothing')).toEqual([ready]);
    const { items } = await desk.list({ status: 'draft' });
    expect(Object.fromEntries(items.map(({ title, lacks }) => [title, lacks]))).toEqual({
      Bare: ['price', 'categoryIds', 'designers', 'images', 'files'],
      Unmade: ['files'],
      Ready: [],
    });
  });

  it('has every complete draft published at once, and names the case that there is none', async () => {
    const ready = await addProduct(desk.services, { status: 'draft', ...oneFile() });
    const unmade = await addProduct(desk.services, { status: 'draft' });
    const complete = { search: '', status: 'draft', missing: 'nothing' } as const;
    const publish = { kind: 'status', status: 'published' } as const;

    const { designs } = await changeInBulk(desk, complete, publish);

    expect(designs).toMatchObject({ changed: 1, refused: 0 });
    expect((await desk.read(ready)).status).toBe('published');
    expect((await desk.read(unmade)).status).toBe('draft');
    await expect(planInBulk(desk, complete, publish)).rejects.toThrow(
      'No draft is complete. The list shows what each draft lacks.',
    );
    await expect(planInBulk(desk, { ...complete, missing: 'price' }, publish)).rejects.toThrow(
      'No design matches any more. Reload the list.',
    );
  });
});
