import * as v from 'valibot';
import { instantSchema } from '../wire/fields.ts';
import { isRealDay } from '../wire/real-day.ts';
import { monthSchema } from './books.ts';
import { fileAnswerSchema, type StudioCalls } from './call.ts';

/** What the studio exports from the shop: tables, files and backups, on the wire. */

export const exportMessages = {
  day: 'Choose a day such as 2026-10-31.',
  days: 'The first day must not be after the last.',
  either: 'Choose a month or days, not both.',
  month: 'Only payments can be exported by month.',
  range: 'Only payments and orders can be exported by days.',
} as const;

const daySchema = v.pipe(
  v.string(exportMessages.day),
  v.isoDate(exportMessages.day),
  v.check(isRealDay, exportMessages.day),
);

export const exportTables = [
  'designs',
  'orders',
  'payments',
  'months',
  'commissions',
  'customers',
  'licences',
] as const;
export type ExportTable = (typeof exportTables)[number];

/**
 * Which rows: of payments, those of one month; of payments and orders, those from a day of the shop until another. By
 * default all.
 */
const exportQuery = v.pipe(
  v.object({
    month: v.optional(monthSchema),
    from: v.optional(daySchema),
    until: v.optional(daySchema),
    /** Of orders: `without` leaves out cancelled ones. */
    cancelled: v.optional(v.picklist(['with', 'without']), 'with'),
  }),
  v.check(({ from = '', until = '9999' }) => from <= until, exportMessages.days),
  v.check(
    ({ month, from, until }) => month === undefined || (from ?? until) === undefined,
    exportMessages.either,
  ),
);

/** A whole backup. `kind`: made nightly, or on request. */
const backupSchema = v.object({
  name: v.string(),
  kind: v.picklist(['nightly', 'wanted']),
  madeAt: instantSchema,
  bytes: v.number(),
  files: v.number(),
  /** Whether the shop's files are in a bucket that couldn't be listed when it was made. */
  isUnlisted: v.boolean(),
  designs: v.number(),
  orders: v.number(),
  accounts: v.number(),
});
export type Backup = v.InferOutput<typeof backupSchema>;

/** The backup that is running, or why the last one failed; null after a success. */
const backupRunSchema = v.nullable(
  v.object({
    state: v.picklist(['wanted', 'running', 'failed']),
    startedAt: instantSchema,
    doneBytes: v.number(),
    totalBytes: v.number(),
    problem: v.nullable(v.string()),
    /** When a failed one is made again: within an hour, or the next night. */
    retry: v.nullable(v.picklist(['hour', 'night'])),
  }),
);
export type BackupRunView = v.InferOutput<typeof backupRunSchema>;

export const dataCalls = {
  data: {
    method: 'GET',
    path: '/api/studio/data',
    access: 'owner',
    summary: 'How much can be exported, and every backup on the machine that answers, newest first',
    answer: v.object({
      /** Number of rows in each table. */
      tables: v.object({
        designs: v.number(),
        orders: v.number(),
        payments: v.number(),
        months: v.number(),
        // The version before has none, and runs beside this one during an update.
        commissions: v.optional(v.number(), 0),
        customers: v.number(),
        licences: v.number(),
      }),
      files: v.object({ count: v.number(), bytes: v.number() }),
      backups: v.array(backupSchema),
      /** The machine that answers. */
      machine: v.string(),
      /** The newest backup, if it is on another machine. */
      newestElsewhere: v.nullable(v.object({ machine: v.string(), madeAt: instantSchema })),
      run: backupRunSchema,
    }),
  },
  exportTable: {
    method: 'GET',
    path: '/api/studio/exports/tables/{table}',
    access: 'owner',
    summary: 'A table as CSV',
    params: v.object({ table: v.picklist(exportTables) }),
    query: exportQuery,
    answer: fileAnswerSchema,
  },
  exportFiles: {
    method: 'GET',
    path: '/api/studio/exports/files',
    access: 'owner',
    summary: 'The files of every design in one ZIP',
    answer: fileAnswerSchema,
  },
  backUp: {
    method: 'POST',
    path: '/api/studio/backups',
    access: 'owner',
    summary: 'Make a backup now, unless one is already running',
    answer: v.object({ run: backupRunSchema }),
  },
  downloadBackup: {
    method: 'GET',
    path: '/api/studio/backups/{name}/file',
    access: 'owner',
    summary: 'A whole backup as one tar file, which can be restored',
    params: v.object({ name: v.pipe(v.string(), v.maxLength(100)) }),
    answer: fileAnswerSchema,
  },
} as const satisfies StudioCalls;
