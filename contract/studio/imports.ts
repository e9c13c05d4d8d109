import * as v from 'valibot';
import { messages } from '../messages/messages.ts';
import { keywordsSchema } from '../shop/keywords.ts';
import { idSchema } from '../wire/fields.ts';
import { fileAnswerSchema, type StudioCalls } from './call.ts';
import {
  amountUnits,
  chosenCategorySchema,
  currencyChoiceSchema,
  importChoicesSchema,
  skuWays,
  tagChoiceSchema,
  variantChoiceSchema,
} from './import-choices.ts';
import { listAnswerSchema, listQueryEntries } from './list.ts';

/** Imports of designs from the export file of another shop. */

/** Maximum size of a file, in bytes. */
export const importFileBytes = 50 * 1024 * 1024;
/** Maximum number of rows in a file, without its header. */
export const importRowsMost = 50_000;

export const importSources = ['shopify', 'etsy', 'gumroad'] as const;
export type ImportSource = (typeof importSources)[number];

/**
 * `planning`: the dry run is being made. `planned`: it is ready, and the catalogue is unchanged. `discarded`:
 * it was never started. `importing`: designs first, then their pictures. `stopped`: what was imported until
 * then stays.
 */
export const importStates = [
  'planning',
  'planned',
  'discarded',
  'importing',
  'done',
  'stopped',
] as const;
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
  actor: v.string(),
  createdAt: v.string(),
  finishedAt: v.nullable(v.string()),
  /** How many rows the file has; while it is being planned, `rows` are those planned so far. */
  fileRows: v.number(),
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

const counted = { name: v.string(), designs: v.number() };

/**
 * What the studio needs to review and start an import: the words of the file with their number of designs,
 * most frequent first, and what each maps to. `types` are product types, or the sections of an Etsy shop.
 */
const importReportSchema = v.object({
  import: importSchema,
  types: v.array(
    v.object({
      ...counted,
      categoryId: v.nullable(chosenCategorySchema),
      isCollection: v.boolean(),
    }),
  ),
  vendors: v.array(v.object({ ...counted, designer: v.nullable(v.string()) })),
  tags: v.array(
    v.object({
      ...counted,
      choice: v.nullable(tagChoiceSchema),
      /** What it becomes unless something is chosen: a category, a keyword, or nothing if both are null. */
      categoryId: v.nullable(idSchema),
      word: v.nullable(v.string()),
    }),
  ),
  /** How many different tags the file has; `tags` are the most frequent ones. */
  allTags: v.number(),
  /** Currencies other than dollars. An empty code: the file names none. */
  currencies: v.array(
    v.object({
      code: v.string(),
      designs: v.number(),
      choice: v.nullable(currencyChoiceSchema),
      /** What was chosen for it in an earlier import; its rate can be old. */
      last: v.nullable(currencyChoiceSchema),
    }),
  ),
  variants: v.object({
    /** How many designs have variants with different prices. */
    designs: v.number(),
    choice: variantChoiceSchema,
    /** Their option values, such as License: Extended. */
    options: v.array(v.object({ name: v.string(), value: v.string(), designs: v.number() })),
  }),
  /** Asks what a price such as `example` means, because the file has whole numbers only; null if it is clear. */
  amounts: v.nullable(v.object({ example: v.string(), choice: v.picklist(amountUnits) })),
  /** SKUs that a spreadsheet seems to have changed; null if there are none. */
  skus: v.nullable(
    v.object({ designs: v.number(), example: v.string(), choice: v.picklist(skuWays) }),
  ),
  categories: v.array(v.object({ _id: idSchema, name: v.string() })),
  designers: v.array(v.string()),
});

/**
 * A row of the file. `row` is its number in a spreadsheet; the header is row 1. A design starts in a row with
 * `isDesign`; any other row only adds a picture or a variant to one. `reason` says why the row is
 * skipped, or what its design lacks. `keywords` come from the tags of the design that starts in this row; null for any other
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
  planImport: {
    method: 'POST',
    path: '/api/studio/imports/{importId}/plan',
    access: 'studio',
    summary: 'Make the preview of an import again, with other choices',
    params: importParamsSchema,
    body: importChoicesSchema,
    answer: importSchema,
  },
  startImport: {
    method: 'POST',
    path: '/api/studio/imports/{importId}/start',
    access: 'studio',
    summary:
      'Start an import; the choices map the file’s words to ours, prices are those of the preview',
    params: importParamsSchema,
    body: importChoicesSchema,
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
