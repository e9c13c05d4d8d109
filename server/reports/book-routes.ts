import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Hono } from 'hono';
import { type BookedMonth, closingMessages } from '#contract/studio/books.ts';
import type { StudioCallAnswer } from '#contract/studio/calls.ts';
import { pdfAnswer } from '../orders/papers/paper-routes.ts';
import { recordExport } from '../platform/audit/record-action.ts';
import { makeAuditedChange } from '../platform/database/change.ts';
import { Problem } from '../platform/http/problem.ts';
import type { Services } from '../platform/services/services.ts';
import { serveStudio } from '../staff/serve-studio.ts';
import { bookedMonths, type Month, monthFigures, netOf, readBookSettings } from './books.ts';
import { closeMonth, noteCorrections } from './close-month.ts';
import { monthPaper } from './month-paper.ts';

/** The studio's routes for the months of its payments. */
export function bookRoutes(app: Hono, services: Services): void {
  const { database, env } = services;

  serveStudio(app, services, 'books', async () => {
    await noteCorrections(services);
    return booksView(services);
  });

  serveStudio(app, services, 'closeMonth', async ({ account, params: { month } }) => {
    await noteCorrections(services);
    await makeAuditedChange(services, account.id, async (change) =>
      closeMonth(change, month, await readBookSettings(change.tx, env)),
    );
    return booksView(services);
  });

  serveStudio(app, services, 'monthOverview', async ({ account, params: { month, size } }) => {
    await noteCorrections(services);
    const settings = await readBookSettings(database.read, env);
    const { timeZone } = settings;
    const months = await bookedMonths(database.read, settings);
    const booked = months.find((each) => each.month === month);
    if (!booked) throw new Problem('NOT_FOUND', closingMessages.empty(month));
    await recordExport(services, account.id, 'data.exported', month);
    return pdfAnswer(await monthPaper(database.read, booked, { size, timeZone }));
  });
}

async function booksView({
  database: { read },
  env,
  clock,
}: Services): Promise<StudioCallAnswer<'books'>> {
  const settings = await readBookSettings(read, env);
  const months = await bookedMonths(read, settings);
  const staff = await read.selectFrom('studioAccounts').select(['id', 'name', 'email']).execute();
  const names = new Map(staff.map(({ id, name, email }) => [id, name || email]));
  const now = clock().toISOString();
  const next = months.find(({ closed }) => closed === null);
  const stateOf = (month: Month): BookedMonth['state'] => {
    if (month.closed) return 'closed';
    if (month.endsAt > now) return 'running';
    return month === next && !month.isTrial ? 'next' : 'later';
  };
  const views: BookedMonth[] = [];
  for (const month of months) {
    await nextTurn();
    const figures = await monthFigures(read, month);
    const { paid, refunded, fees, corrected } = figures;
    const { closed } = month;
    views.push({
      ...figures,
      paid: paid / 100,
      refunded: refunded / 100,
      fees: fees / 100,
      corrected: corrected / 100,
      net: netOf(figures) / 100,
      state: stateOf(month),
      closed: closed && { at: closed.at, by: names.get(closed.actorId) ?? closed.actorId },
    });
  }
  return { months: views.toReversed(), isTrial: settings.isTrial };
}
