import { stopRestoredNewsletters } from '#server/newsletters/stop-restored.ts';
import { disownFiles } from '#server/operations/deletable-files.ts';
import { beginNewSeries } from '#server/orders/receipts/new-series.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { reportOutcome, untilTakenOver, withShop } from './shop-command.ts';

/** `npm run receipts:new-series`: after a database was put back by other means than `npm run restore`. */
await reportOutcome(() =>
  withShop(async (shop) => {
    const mark = await makeChange(shop, async (change) => {
      await stopRestoredNewsletters(change);
      await disownFiles(change);
      return beginNewSeries(change);
    });
    return `The next receipts and credit notes are numbered in new series, marked ${mark}. Newsletters that were planned or being sent are stopped.${untilTakenOver(shop.env)}`;
  }),
);
