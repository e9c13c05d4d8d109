import type { Hono } from 'hono';
import type { StudioCallInput } from '#contract/studio/calls.ts';
import { recordExport } from '../platform/audit/record-action.ts';
import type { Reader } from '../platform/database/open.ts';
import { dayStart } from '../platform/day-start.ts';
import { streamAnswer } from '../platform/http/stream-answer.ts';
import type { Services } from '../platform/services/services.ts';
import { readTimeZone, readToday } from '../platform/settings/settings.ts';
import { serveStudio } from '../staff/serve-studio.ts';
import { always, bookedMonths, type EntryRange } from './books.ts';
import { noteCorrections } from './close-month.ts';
import { filesArchive } from './export-files.ts';
import { exportTable } from './export-tables.ts';

/** The studio's routes for exporting tables and files. */
export function exportRoutes(app: Hono, services: Services): void {
  const { database, clock, env } = services;
  const today = () => readToday(database.read, env, clock());

  serveStudio(app, services, 'exportTable', async ({ account, params: { table }, query }) => {
    await recordExport(services, account.id, 'data.exported', table);
    if (table === 'payments' || table === 'months') await noteCorrections(services);
    const timeZone = await readTimeZone(database.read, env);
    const choice = {
      timeZone,
      range: await rangeOf(database.read, query, timeZone),
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
  timeZone: string,
): Promise<EntryRange> {
  if (month !== undefined) {
    const booked = (await bookedMonths(reader, timeZone)).find((each) => each.month === month);
    return booked && !booked.closed
      ? { startsAt: booked.startsAt, endsAt: booked.endsAt }
      : { month };
  }
  const { startsAt, endsAt } = always;
  return {
    startsAt: from === undefined ? startsAt : dayStart(from, timeZone),
    endsAt:
      until === undefined
        ? endsAt
        : dayStart(Temporal.PlainDate.from(until).add({ days: 1 }), timeZone),
  };
}
