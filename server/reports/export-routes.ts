import type { Hono } from 'hono';
import type { StudioCallInput } from '#contract/studio/calls.ts';
import { exportMessages } from '#contract/studio/data.ts';
import { recordExport } from '../platform/audit/record-action.ts';
import type { Reader } from '../platform/database/open.ts';
import { dayStart } from '../platform/day-start.ts';
import { Problem } from '../platform/http/problem.ts';
import { streamAnswer } from '../platform/http/stream-answer.ts';
import type { Services } from '../platform/services/services.ts';
import { readToday } from '../platform/settings/settings.ts';
import { serveStudio } from '../staff/serve-studio.ts';
import { always, type EntryRange } from './book-entries.ts';
import { type BookSettings, bookedMonths, readBookSettings } from './books.ts';
import { noteCorrections } from './close-month.ts';
import { filesArchive } from './export-files.ts';
import { exportTable } from './export-tables.ts';

/** The studio's routes for exporting tables and files. */
export function exportRoutes(app: Hono, services: Services): void {
  const { database, clock, env } = services;
  const today = () => readToday(database.read, env, clock());

  serveStudio(app, services, 'exportTable', async ({ account, params: { table }, query }) => {
    if (table !== 'payments' && query.month !== undefined)
      throw new Problem('INVALID', exportMessages.month);
    if (table !== 'payments' && table !== 'orders' && (query.from ?? query.until) !== undefined)
      throw new Problem('INVALID', exportMessages.range);
    await recordExport(services, account.id, 'data.exported', table);
    if (table === 'payments' || table === 'months') await noteCorrections(services);
    const settings = await readBookSettings(database.read, env);
    const choice = {
      ...settings,
      range: await rangeOf(database.read, query, settings),
      withCancelled: query.cancelled === 'with',
    };
    return streamAnswer(exportTable(database.read, table, choice), {
      name: `${table}-${await today()}.csv`,
      mediaType: 'text/csv; charset=utf-8',
    });
  });

  serveStudio(app, services, 'exportFiles', async ({ account }) => {
    const { bytes, chunks } = await filesArchive(services);
    await recordExport(services, account.id, 'data.exported', 'files');
    return streamAnswer(chunks, {
      name: `files-${await today()}.zip`,
      mediaType: 'application/zip',
      bytes,
    });
  });
}

async function rangeOf(
  reader: Reader,
  { month, from, until }: StudioCallInput<'exportTable'>['query'],
  settings: BookSettings,
): Promise<EntryRange> {
  const { timeZone, isTrial } = settings;
  if (month !== undefined) {
    const booked = (await bookedMonths(reader, settings)).find((each) => each.month === month);
    return booked && !booked.closed
      ? { startsAt: booked.startsAt, endsAt: booked.endsAt, isTrial }
      : { month };
  }
  const { startsAt, endsAt } = always;
  return {
    isTrial,
    startsAt: from === undefined ? startsAt : dayStart(from, timeZone),
    endsAt:
      until === undefined
        ? endsAt
        : dayStart(Temporal.PlainDate.from(until).add({ days: 1 }), timeZone),
  };
}
