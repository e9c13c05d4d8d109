import * as v from 'valibot';
import { messages } from '../messages/messages.ts';
import { keywordsSchema } from '../shop/keywords.ts';
import { idSchema } from '../wire/fields.ts';
import { fileAnswerSchema, type StudioCalls } from './call.ts';
import { listAnswerSchema, listQueryEntries } from './list.ts';

/** Imports of designs from the export file of another shop. */

/** Maximum size of a file, in bytes. */
export const importFileBytes = 50 * 1024 * 1024;
/** Maximum number of rows in a file, without its header. */
export const importRowsMost = 50_000;

export const importSources = ['shopify', 'etsy', 'gumroad'] as const;
export type ImportSource = (typeof importSources)[number];

/**
 * `planned`: the file was read, and the catalogue is unchanged. `discarded`: it was never started.
 * `importing`: designs first, then their pictures. `stopped`: what was imported until then stays.
 */
export const importStates = ['planned', 'discarded', 'importing', 'done', 'stopped'] as const;
export type ImportState = (typeof importStates)[number];

/** What happens to the design that a row belongs to. */
export const importOutcomes = ['created', 'updated', 'skipped'] as const;
export type ImportOutcome = (typeof importOutcomes)[number];

const fileNameSchema = v.optional(
  v.pipe(v.string(), v.trim(), v.maxLength(200, messages.invalid.tooLong)),
  '',
);

const importParamsSchema = v.object({ importId: idSchema });

/**
 * An import. `rows` counts the rows of its file by their outcome, `designs` the designs in them; `done` are
 * those that need no more work. For a planned import, these are the outcomes it would have now.
 */
export const importSchema = v.object({
  _id: idSchema,
  fileName: v.string(),
  source: v.picklist(importSources),
  state: v.picklist(importStates),
  /** E-mail of the staff member who uploaded the file. */
  who: v.string(),
  createdAt: v.string(),
  finishedAt: v.nullable(v.string()),
  rows: v.object({
    total: v.number(),
    created: v.number(),
    updated: v.number(),
    skipped: v.number(),
  }),
  designs: v.object({
    total: v.number(),
    done: v.number(),
    created: v.number(),
    updated: v.number(),
    skipped: v.number(),
  }),
  pictures: v.object({ total: v.number(), done: v.number(), failed: v.number() }),
});
export type Import = v.InferOutput<typeof importSchema>;

/** A product type in the file, its number of designs, and our category that it maps to. */
const importTypeSchema = v.object({
  name: v.string(),
  designs: v.number(),
  categoryId: v.nullable(idSchema),
});

/** What the studio needs to review and start an import. */
const importReportSchema = v.object({
  import: importSchema,
  types: v.array(importTypeSchema),
  categories: v.array(v.object({ _id: idSchema, name: v.string() })),
});

/**
 * A row of the file. `row` is its number in a spreadsheet; the header is row 1. A design starts in a row with
 * `isDesign`; any other row only adds a picture or a variant to one. `reason` is empty unless the row is
 * skipped. `keywords` come from the tags of the design that starts in this row; null for any other
 * row.
 */
export const importRowSchema = v.object({
  row: v.number(),
  title: v.string(),
  what: v.string(),
  isDesign: v.boolean(),
  keywords: v.nullable(keywordsSchema),
  outcome: v.picklist(importOutcomes),
  reason: v.string(),
});
export type ImportRow = v.InferOutput<typeof importRowSchema>;

/** A picture that couldn't be fetched, with its address from the file. */
export const importPictureSchema = v.object({
  row: v.number(),
  title: v.string(),
  address: v.string(),
  problem: v.string(),
});

export const importCalls = {
  uploadImport: {
    method: 'POST',
    path: '/api/studio/imports',
    access: 'studio',
    summary: 'Upload another shop’s file, and see what importing it would do',
    bodyType: 'bytes',
    query: v.object({ fileName: fileNameSchema }),
    answer: importSchema,
  },
  imports: {
    method: 'GET',
    path: '/api/studio/imports',
    access: 'studio',
    summary: 'Imports, newest first',
    query: v.object(listQueryEntries),
    answer: listAnswerSchema(importSchema),
  },
  importReport: {
    method: 'GET',
    path: '/api/studio/imports/{importId}',
    access: 'studio',
    summary: 'An import with its progress and its file’s product types',
    params: importParamsSchema,
    answer: importReportSchema,
  },
  importRows: {
    method: 'GET',
    path: '/api/studio/imports/{importId}/rows',
    access: 'studio',
    summary:
      'The rows of an import’s file and the outcome of each; of created or updated designs, the first row',
    params: importParamsSchema,
    query: v.object({
      ...listQueryEntries,
      outcome: v.optional(v.picklist(['', ...importOutcomes]), ''),
      search: v.optional(
        v.pipe(v.string(), v.trim(), v.maxLength(200, messages.invalid.tooLong)),
        '',
      ),
    }),
    answer: listAnswerSchema(importRowSchema),
  },
  importPictures: {
    method: 'GET',
    path: '/api/studio/imports/{importId}/pictures',
    access: 'studio',
    summary: 'Pictures of an import that couldn’t be downloaded',
    params: importParamsSchema,
    query: v.object(listQueryEntries),
    answer: listAnswerSchema(importPictureSchema),
  },
  startImport: {
    method: 'POST',
    path: '/api/studio/imports/{importId}/start',
    access: 'studio',
    summary: 'Start an import; `categories` maps the file’s product types to category ids',
    params: importParamsSchema,
    body: v.object({
      categories: v.record(v.pipe(v.string(), v.maxLength(255)), v.nullable(idSchema)),
    }),
    answer: importSchema,
  },
  stopImport: {
    method: 'POST',
    path: '/api/studio/imports/{importId}/stop',
    access: 'studio',
    summary: 'Stop an import',
    params: importParamsSchema,
    answer: importSchema,
  },
  retryImportPictures: {
    method: 'POST',
    path: '/api/studio/imports/{importId}/pictures/retry',
    access: 'studio',
    summary: 'Retry the pictures that couldn’t be downloaded',
    params: importParamsSchema,
    answer: importSchema,
  },
  importReportFile: {
    method: 'GET',
    path: '/api/studio/imports/{importId}/report.csv',
    access: 'studio',
    summary: 'The whole report as CSV',
    params: importParamsSchema,
    answer: fileAnswerSchema,
  },
} as const satisfies StudioCalls;
