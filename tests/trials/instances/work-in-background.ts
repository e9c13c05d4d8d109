import { setTimeout as pause } from 'node:timers/promises';
import type { BulkState } from '#contract/studio/bulk-changes.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { planInBulk } from '#tests/support/change-in-bulk.ts';
import { csvOf, shopifyHeader, shopifyRows } from '#tests/support/import-files.ts';
import { callStudio } from '#tests/support/studio-call.ts';
import { type Acknowledged, slowMs, type Workplace } from './workplace.ts';

/** How many designs a bulk change has: more than a process changes at once. */
const changedAtOnce = 20;
/** The price of these designs before the first change, in cents. */
const firstPrice = 1000;
const importedAtOnce = 12;
/** The time between two backups, in ms. */
const backUpEveryMs = 5_000;

/** Raises the prices of the same designs by a cent again and again, and undoes every third change. */
export async function changePrices(place: Workplace, done: Acknowledged): Promise<void> {
  const { services, app, cookie, isOver } = place;
  const ids: string[] = [];
  while (ids.length < changedAtOnce) {
    ids.push(await addProduct(services, { files: {}, price: firstPrice }));
  }
  done.repriced = { ids, cents: firstPrice };
  for (let count = 1; !isOver(); count += 1) {
    const action = { kind: 'price', way: 'amount', value: 0.01, rounding: 'cent' } as const;
    const params = { changeId: (await planInBulk(place, ids, action))._id };
    const request = { params, cookie };
    const reach = (wanted: BulkState) =>
      until(isOver, async () => {
        const { answer } = await callStudio(app, 'bulkChange', request);
        return answer.state === wanted;
      });
    await callStudio(app, 'startBulkChange', request);
    done.repriced.cents += 1;
    done.bulkChanges += 1;
    done.writes += 1;
    if (!(await reach('done'))) return;
    if (count % 3 > 0 || isOver()) continue;
    await callStudio(app, 'undoBulkChange', request);
    done.repriced.cents -= 1;
    done.writes += 1;
    if (!(await reach('undone'))) return;
  }
}

/** Imports one file of another shop after another, with pictures. */
export async function importFiles(place: Workplace, done: Acknowledged): Promise<void> {
  const { app, cookie, pictures, isOver } = place;
  for (let count = 0; !isOver(); count += 1) {
    const rows = shopifyRows(importedAtOnce, pictures).map((row) => ({
      ...row,
      Handle: `${row.Handle}-of-${count}`,
      'Variant SKU': row['Variant SKU'] ? `${row['Variant SKU']}-of-${count}` : '',
    }));
    const body = new Blob([csvOf(shopifyHeader, rows)]);
    const query = { fileName: `shop-${count}.csv` };
    const { answer } = await callStudio(app, 'uploadImport', { body, query, cookie });
    const request = { params: { importId: answer._id }, cookie };
    const state = async () => (await callStudio(app, 'importReport', request)).answer.import.state;
    if (!(await until(isOver, async () => (await state()) !== 'planning')) || isOver()) return;
    await callStudio(app, 'startImport', { ...request, body: { categories: {} } });
    done.imports.set(answer._id, {
      skus: Array.from({ length: importedAtOnce }, (_, place) => `S-${place}-of-${count}`),
      pictures: rows.filter((row) => 'Image Src' in row).length,
    });
    done.writes += 1;
    if (!(await until(isOver, async () => (await state()) === 'done'))) return;
  }
}

/** Requests one backup after another. */
export async function backUp({ app, cookie, isOver }: Workplace): Promise<void> {
  while (!isOver()) {
    await callStudio(app, 'backUp', { cookie });
    await until(isOver, async () => {
      const { answer } = await callStudio(app, 'data', { cookie });
      return answer.run === null || answer.run.state === 'failed';
    });
    await pause(backUpEveryMs);
  }
}

/** Waits until `holds`; false if it was over first. */
async function until(isOver: () => boolean, holds: () => Promise<boolean>): Promise<boolean> {
  while (!(await holds())) {
    if (isOver()) return false;
    await pause(slowMs);
  }
  return true;
}
