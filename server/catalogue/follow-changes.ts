import { type Job, repeat } from '../platform/jobs/repeat.ts';
import type { CatalogueServices } from './catalogue-services.ts';
import { switchDueSales } from './sales.ts';

/** How soon the catalogue shows a change of another process that wasn't announced, and a sale that begins. */
const refreshMs = 1000;

/** Keeps the catalogue in memory up to date, and starts and ends sales when they are due. */
export function followCatalogue(services: CatalogueServices): Job {
  const { catalogue, database, log } = services;
  const failed = (error: unknown) => log.error({ err: error }, 'refresh failed');
  const following = database.onCatalogueChange(() => {
    catalogue.refresh().catch(failed);
  });
  const polling = repeat(
    { everyMs: refreshMs },
    async (stop) => {
      await switchDueSales(services, stop).catch((error) =>
        log.error({ err: error }, 'sales could not be switched'),
      );
      await catalogue.refresh();
    },
    failed,
  );
  return {
    async stop() {
      await Promise.all([following.stop(), polling.stop()]);
    },
  };
}
