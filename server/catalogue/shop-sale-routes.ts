import type { Hono } from 'hono';
import { studioPageSize } from '#contract/studio/list.ts';
import type { NewShopSale } from '#contract/studio/new-shop-sale.ts';
import type { ShopSale } from '#contract/studio/shop-sales.ts';
import { counted, grouped } from '#contract/wire/counted.ts';
import { dayIn } from '#contract/wire/day-in.ts';
import { makeAuditedChange } from '../platform/database/change.ts';
import { countOf } from '../platform/database/count-of.ts';
import type { Reader } from '../platform/database/open.ts';
import { makeAuditedOnce } from '../platform/http/answer-again.ts';
import { listPage, pageOffset } from '../platform/http/list-page.ts';
import type { Services } from '../platform/services/services.ts';
import { readTimeZone } from '../platform/settings/settings.ts';
import { serveStudio } from '../staff/serve-studio.ts';
import { createShopSale, endShopSale, previewShopSale } from './plan-shop-sale.ts';
import { lastMoment } from './shop-sales.ts';

const doneTexts = {
  deleted: 'Sale deleted.',
  ended: 'Sale ended.',
  nothing: 'This sale has already ended.',
} as const;

/** The studio's routes for sales of the shop. */
export function shopSaleRoutes(app: Hono, services: Services): void {
  const { database, clock, env } = services;

  async function planFor(reader: Reader, wanted: NewShopSale) {
    const timeZone = await readTimeZone(reader, env);
    return { wanted, timeZone, today: dayIn(timeZone, clock()) };
  }

  serveStudio(app, services, 'shopSales', async ({ query: { page } }) => {
    const { read } = database;
    const total = await countOf(read.selectFrom('shopSales'));
    const rows = await shopSales(read)
      .orderBy('id', 'desc')
      .limit(studioPageSize)
      .offset(pageOffset(page))
      .execute();
    const timeZone = await readTimeZone(read, env);
    return listPage(
      rows.map((row) => present(row, timeZone, clock())),
      total,
    );
  });

  serveStudio(app, services, 'previewShopSale', async ({ body }) => {
    const { read } = database;
    const plan = await planFor(read, body);
    return { message: previewText(await previewShopSale(read, clock(), plan)) };
  });

  serveStudio(app, services, 'createShopSale', ({ account, body, once }) =>
    makeAuditedOnce(once, account.id, async (change) => {
      const plan = await planFor(change.tx, body);
      await createShopSale(change, plan);
      const { name, firstDay } = body;
      return { message: firstDay > plan.today ? `${name} is planned.` : `${name} begins.` };
    }),
  );

  serveStudio(app, services, 'endShopSale', async ({ account, params: { id } }) => {
    const done = await makeAuditedChange(services, account.id, (change) => endShopSale(change, id));
    return { message: doneTexts[done] };
  });
}

/** `Lowers 31 of 44 designs in the shop. 13 are free or as cheap already.` */
function previewText({ designs, lowered }: { designs: number; lowered: number }): string {
  const others = designs - lowered;
  const rest = ` ${counted(others, 'is', 'are')} free or as cheap already.`;
  return `Lowers ${grouped(lowered)} of ${counted(designs, 'design')} in the shop.${others === 0 ? '' : rest}`;
}

function shopSales(reader: Reader) {
  return reader.selectFrom('shopSales').select((row) => [
    ...(['id', 'name', 'percent', 'startsAt', 'endsAt', 'isForAll'] as const),
    row
      .selectFrom('shopSaleDesigns')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .whereRef('saleId', '=', 'shopSales.id')
      .as('designs'),
  ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof shopSales>['execute']>>[number];

function present(
  { startsAt, endsAt, isForAll, designs, ...sale }: Row,
  timeZone: string,
  now: Date,
): ShopSale {
  const at = now.toISOString();
  const begun = endsAt <= at ? 'ended' : 'running';
  return {
    ...sale,
    firstDay: dayIn(timeZone, startsAt),
    lastDay: dayIn(timeZone, lastMoment(endsAt)),
    state: startsAt > at ? 'planned' : begun,
    designs: isForAll === 1 ? null : Number(designs),
  };
}
