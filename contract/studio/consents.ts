import * as v from 'valibot';
import type { StudioCalls } from './call.ts';

/** Consents to news that were given elsewhere, such as in a form at the stall. */

/** How many of the rows that aren't imported are listed. */
export const listedRows = 500;

export const consentLimits = { source: 200, words: 500 } as const;

/** Why a row isn't imported. */
export const consentRefusals = {
  email: 'This is no e-mail address.',
  when: 'Without a date. Write when they agreed as 2026-03-01.',
  future: 'Its date is still to come.',
  where: 'Without where they agreed.',
  words: 'Without the words that they agreed to.',
  columns: 'It has more columns than the header. Put texts with commas in quotation marks.',
  tooLong: 'Where or the words are too long.',
  twice: (row: number) => `The same address as in row ${row}.`,
  noAccount: 'Nobody with this address has an account here.',
  left: 'They ended their news. Only they can ask for it again.',
} as const;

export const consentColumns = ['E-mail', 'When', 'Where', 'Words'] as const;

const plannedConsentsSchema = v.object({
  /** Readers who are new. */
  added: v.number(),
  /** They get news already, or have still to confirm it. */
  unchanged: v.number(),
  refused: v.number(),
  /** The first of those that are refused. The header is row 1. */
  rows: v.array(v.object({ row: v.number(), email: v.string(), why: v.string() })),
});
export type PlannedConsents = v.InferOutput<typeof plannedConsentsSchema>;

export const consentCalls = {
  previewConsents: {
    method: 'POST',
    path: '/api/studio/consents/preview',
    access: 'owner',
    summary: 'What importing a CSV of consents to news would do; nothing changes',
    bodyType: 'bytes',
    answer: plannedConsentsSchema,
  },
  importConsents: {
    method: 'POST',
    path: '/api/studio/consents',
    access: 'owner',
    summary: 'Import the consents to news of a CSV that say when, where and to which words',
    bodyType: 'bytes',
    answer: plannedConsentsSchema,
  },
} as const satisfies StudioCalls;
