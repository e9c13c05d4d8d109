import type { Hono } from 'hono';
import { fromWire } from '#contract/wire/money.ts';
import { productPreview } from '../catalogue/queries.ts';
import type { Services } from '../platform/services.ts';
import { readSetting } from '../platform/settings/settings.ts';
import { serveStudio } from '../staff/serve-studio.ts';
import { bulkDesigns } from './bulk-designs.ts';
import { createCategory, deleteCategory, listCategories, renameCategory } from './categories.ts';
import { deleteDesign } from './delete-design.ts';
import { designRow, selectDesigns } from './design-row.ts';
import { listDesigns } from './list-designs.ts';
import { moveDesign } from './move-design.ts';
import { noDesign, readDesign } from './read-design.ts';
import { createDesign, saveDesign, setPrice } from './save-design.ts';
import { usedKeywords } from './used-keywords.ts';

export function designRoutes(app: Hono, services: Services): void {
  const { database, clock } = services;

  serveStudio(app, services, 'designs', ({ query }) => listDesigns(database.read, query));

  serveStudio(app, services, 'createDesign', ({ account, body }) =>
    database.write(async (tx) =>
      readDesign(tx, await createDesign(tx, clock(), account.id, body.title)),
    ),
  );

  serveStudio(app, services, 'bulkDesigns', ({ account, body }) =>
    bulkDesigns(services, account.id, body),
  );

  serveStudio(app, services, 'design', ({ params }) => readDesign(database.read, params.id));

  serveStudio(app, services, 'saveDesign', ({ account, params, body }) =>
    database.write(async (tx) => {
      await saveDesign(tx, clock(), account.id, params.id, body);
      return readDesign(tx, params.id);
    }),
  );

  serveStudio(app, services, 'setDesignPrice', ({ account, params, body }) =>
    database.write(async (tx) => {
      const { version, price } = body;
      const cents = () => fromWire(price);
      await setPrice(tx, clock(), account.id, params.id, { version, cents });
      return designRow(
        await selectDesigns(tx).where('products.id', '=', params.id).executeTakeFirstOrThrow(),
      );
    }),
  );

  serveStudio(app, services, 'moveDesign', async ({ account, params, body }) => {
    await moveDesign(services, account.id, params.id, body);
    return readDesign(database.read, params.id);
  });

  serveStudio(app, services, 'deleteDesign', async ({ account, params, body }) => {
    const { version } = body;
    await database.write((tx) => deleteDesign(tx, clock(), account.id, params.id, version));
    return { message: 'Draft deleted.' };
  });

  serveStudio(app, services, 'previewDesign', async ({ params }) => {
    const product = await productPreview(database.read, params.id);
    if (!product) throw noDesign();
    return { product };
  });

  serveStudio(app, services, 'categories', async () => ({
    items: await listCategories(database.read),
  }));

  serveStudio(app, services, 'createCategory', ({ account, body }) =>
    database.write((tx) => createCategory(tx, clock(), account.id, body.name)),
  );

  serveStudio(app, services, 'renameCategory', ({ account, params, body }) =>
    database.write((tx) => renameCategory(tx, clock(), account.id, params.id, body.name)),
  );

  serveStudio(app, services, 'deleteCategory', async ({ account, params }) => {
    await database.write((tx) => deleteCategory(tx, clock(), account.id, params.id));
    return { message: 'Category deleted.' };
  });

  serveStudio(app, services, 'keywords', () => usedKeywords(database.read));

  serveStudio(app, services, 'designers', async () => {
    const { value } = await readSetting(database.read, 'studio');
    return { names: value.designers.map(({ name }) => name) };
  });
}
