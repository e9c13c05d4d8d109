import type { Hono } from 'hono';
import type { ImportChoices } from '#contract/studio/import-choices.ts';
import { createApp } from '#server/app.ts';
import { planImports } from '#server/designs/imports/plan-import.ts';
import { runImports } from '#server/designs/imports/run-imports.ts';
import type { AppServices } from '#server/services.ts';
import { makeServices, type ServiceOverrides } from './make-services.ts';
import { callStudio } from './studio-call.ts';
import { joinStudio } from './studio-person.ts';

/** A staff member on the import screen. */
export async function importDesk(overrides: ServiceOverrides = {}) {
  const services = await makeServices(overrides);
  const app: Hono = createApp(services);
  const { cookie } = await joinStudio(app, services);

  async function upload(text: string, fileName = 'products.csv') {
    const body = new Blob([text]);
    const { answer } = await callStudio(app, 'uploadImport', { cookie, query: { fileName }, body });
    if (answer.state !== 'planning') return answer;
    await planImports(services, new AbortController().signal);
    return (await report(answer._id)).import;
  }

  async function begin(
    importId: string,
    categories: Record<string, string | null> = {},
    choices: Partial<ImportChoices> = {},
  ) {
    const body = { ...choices, categories };
    const request = { cookie, params: { importId }, body };
    return (await callStudio(app, 'startImport', request)).answer;
  }

  /** Makes the dry run again with these choices. */
  async function plan(importId: string, choices: Partial<ImportChoices>) {
    const body = { categories: {}, ...choices };
    await callStudio(app, 'planImport', { cookie, params: { importId }, body });
    await planImports(services, new AbortController().signal);
    return (await report(importId)).import;
  }

  async function report(importId: string) {
    return (await callStudio(app, 'importReport', { cookie, params: { importId } })).answer;
  }

  return {
    services,
    app,
    cookie,
    upload,
    begin,
    plan,
    report,
    /** Every row of the report, across all its pages. */
    async rows(importId: string, query: { outcome?: 'created' | 'skipped'; search?: string } = {}) {
      const rows = [];
      for (let page = 1; ; page += 1) {
        const { answer } = await callStudio(app, 'importRows', {
          cookie,
          params: { importId },
          query: { ...query, page: String(page) },
        });
        rows.push(...answer.items);
        if (page >= answer.totalPages) return rows;
      }
    },
    /** Uploads a file, imports it completely and returns the import. */
    async import(text: string) {
      const { _id } = await upload(text);
      await begin(_id);
      await runImports(services);
      return (await report(_id)).import;
    },
    designs: () => designsOf(services),
  };
}

/** All designs with everything attached to them, without what differs between runs. */
export async function designsOf({ database }: Pick<AppServices, 'database'>) {
  const { read } = database;
  const products = await read.selectFrom('products').selectAll().orderBy('sku').execute();
  const categories = await read
    .selectFrom('productCategories')
    .innerJoin('categories', 'categories.id', 'productCategories.categoryId')
    .select(['productId', 'name'])
    .orderBy('productCategories.position')
    .execute();
  const pictures = await read
    .selectFrom('importedPictures')
    .leftJoin('productImages', 'productImages.id', 'importedPictures.imageId')
    .select(['importedPictures.productId', 'address', 'state', 'problem', 'hash'])
    .orderBy('importedPictures.position')
    .execute();
  const images = await read.selectFrom('productImages').select('productId').execute();
  return products.map(({ id, publishedAt: _, updatedAt: __, ...product }) => ({
    ...product,
    categories: categories.flatMap(({ productId, name }) => (productId === id ? [name] : [])),
    pictures: pictures.flatMap(({ productId, ...picture }) => (productId === id ? [picture] : [])),
    images: images.filter(({ productId }) => productId === id).length,
  }));
}
