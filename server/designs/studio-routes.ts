import type { Hono } from 'hono';
import { fromWire } from '#contract/wire/money.ts';
import { productPreview } from '../catalogue/queries.ts';
import { makeAuditedChange } from '../platform/database/change.ts';
import { makeAuditedOnce } from '../platform/http/answer-again.ts';
import type { Services } from '../platform/services/services.ts';
import { readSetting } from '../platform/settings/settings.ts';
import { serveStudio } from '../staff/serve-studio.ts';
import { createCategory, deleteCategory, listCategories, renameCategory } from './categories.ts';
import { deleteDesign } from './delete-design.ts';
import { listDesigns, readListed } from './list-designs.ts';
import { moveDesign } from './move-design.ts';
import { planPublication } from './plan-publication.ts';
import { noDesign, readDesign } from './read-design.ts';
import { createDesign, saveDesign, setPrice } from './save-design.ts';
import { usedKeywords } from './used-keywords.ts';

export function designRoutes(app: Hono, services: Services): void {
  const { database } = services;

  serveStudio(app, services, 'designs', ({ query }) => listDesigns(database.read, query));

  serveStudio(app, services, 'createDesign', ({ account, body, once }) =>
    makeAuditedOnce(once, account.id, async (change) =>
      readDesign(change.tx, await createDesign(change, body.title)),
    ),
  );

  serveStudio(app, services, 'design', ({ params }) => readDesign(database.read, params.id));

  serveStudio(app, services, 'saveDesign', ({ account, params, body }) =>
    makeAuditedChange(services, account.id, async (change) => {
      const { tx } = change;
      await saveDesign(change, params.id, body);
      return readDesign(tx, params.id);
    }),
  );

  serveStudio(app, services, 'setDesignPrice', ({ account, params, body }) =>
    makeAuditedChange(services, account.id, async (change) => {
      const { tx } = change;
      const [from, price] = [fromWire(body.from), fromWire(body.price)];
      await setPrice(change, params.id, { from, price });
      return readListed(tx, params.id);
    }),
  );

  serveStudio(app, services, 'moveDesign', ({ account, params, body, once }) =>
    once((makeLast) => moveDesign(services, account.id, { ...params, ...body }, makeLast)),
  );

  serveStudio(app, services, 'planPublication', ({ account, params, body }) =>
    makeAuditedChange(services, account.id, async (change) => {
      await planPublication(change, params.id, body);
      return readDesign(change.tx, params.id);
    }),
  );

  serveStudio(app, services, 'deleteDesign', async ({ account, params, body }) => {
    const { version } = body;
    await makeAuditedChange(services, account.id, (change) =>
      deleteDesign(change, params.id, version),
    );
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

  serveStudio(app, services, 'createCategory', ({ account, body, once }) =>
    makeAuditedOnce(once, account.id, (change) => createCategory(change, body.name)),
  );

  serveStudio(app, services, 'renameCategory', ({ account, params, body }) =>
    makeAuditedChange(services, account.id, (change) => renameCategory(change, params.id, body)),
  );

  serveStudio(app, services, 'deleteCategory', async ({ account, params }) => {
    await makeAuditedChange(services, account.id, (change) => deleteCategory(change, params.id));
    return { message: 'Category deleted.' };
  });

  serveStudio(app, services, 'keywords', () => usedKeywords(database.read));

  serveStudio(app, services, 'designers', async () => {
    const { value } = await readSetting(database.read, 'studio');
    return { names: value.designers.map(({ name }) => name) };
  });
}
