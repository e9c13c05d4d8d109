import * as v from 'valibot';
import { logoSchema, sectionsSchema } from './content.ts';
import type { PathName } from './paths.ts';

/** The shop's pages of text beside the terms. The studio writes and versions each. */
export const writtenPages = [
  'about',
  'privacy',
  'imprint',
  'accessibility',
] as const satisfies readonly PathName[];
export type WrittenPageName = (typeof writtenPages)[number];

/** Somebody behind the shop; their picture is stored as a logo is. */
const personSchema = v.object({
  name: v.string(),
  text: v.string(),
  picture: v.optional(logoSchema),
});
export type Person = v.InferOutput<typeof personSchema>;

/**
 * A section's text is marked as in the terms; the shop fills in what `withPageFacts` knows. `version`: the day, in the
 * shop's time zone, on which the text in force was published.
 */
const writtenPageSchema = v.object({
  lead: v.string(),
  sections: sectionsSchema,
  version: v.string(),
  /** On the page about the shop. Without any, it names the designers of the settings. */
  people: v.optional(v.array(personSchema)),
});
type ShownPage = v.InferOutput<typeof writtenPageSchema>;
export type WrittenPage = Pick<ShownPage, 'lead' | 'sections'>;
export type AboutPage = WrittenPage & { readonly people: Person[] };

export const writtenPagesSchema = v.object({
  about: writtenPageSchema,
  privacy: writtenPageSchema,
  imprint: writtenPageSchema,
  accessibility: writtenPageSchema,
});

/** What the texts of these pages can name. */
export interface PageFacts {
  readonly shop: string;
  /** Who sells, as on receipts; empty: the shop. */
  readonly seller: string;
  /** Of several lines; empty: none was saved. */
  readonly address: string;
}

/** A text with what the shop knows filled in. */
export function withPageFacts(text: string, { shop, seller, address }: PageFacts): string {
  const lines = address.split('\n').map((line) => line.trim());
  const values: Readonly<Record<string, string>> = {
    '{shop}': shop,
    '{seller}': seller || shop,
    '{address}': lines.filter((line) => line !== '').join(', '),
  };
  return text.replace(/\{(?:shop|seller|address)\}/g, (mark) => values[mark] ?? '');
}
