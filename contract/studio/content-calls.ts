import * as v from 'valibot';
import { messages } from '../messages/messages.ts';
import { instantSchema, messageSchema, versionSchema } from '../wire/fields.ts';
import { limits } from '../wire/limits.ts';
import type { StudioCalls } from './call.ts';
import { type ContentSection, contentSchemas, contentSections } from './content.ts';
import { namedMailTextSchema } from './mails.ts';

/** The studio's calls for the shop's texts and colours. */

/** When and by whom (an e-mail) a version was published; null for the first one, which the shop started with. */
const publishedSchema = v.nullable(v.object({ at: instantSchema, actor: v.string() }));

const sectionSchema = v.picklist(contentSections, messages.invalid.id);

/** A version of a section. `content` fits the section's schema as it was when the version was published. */
const contentVersionSchema = v.object({
  version: versionSchema,
  content: v.unknown(),
  published: publishedSchema,
});
export type ContentVersion = v.InferOutput<typeof contentVersionSchema>;

/** Newest first; the newest is in force. */
const contentVersionsSchema = v.object({ versions: v.array(contentVersionSchema) });

/**
 * What changed of a section; `base` has what these fields were when they were read, which may fit an older
 * schema. Null: none. The words of a mail are sent together, but subject and text count as two fields.
 */
function changedOf(section: ContentSection) {
  const entries = Object.entries(contentSchemas[section].entries).map(
    ([field, entry]) => [field, isOptional(entry) ? v.nullable(entry.wrapped) : entry] as const,
  );
  const stored = entries.map(([field, entry]) => [field, v.union([entry, v.unknown()])] as const);
  return {
    base: v.partial(v.object(Object.fromEntries(stored))),
    changes: v.partial(v.object(Object.fromEntries(entries))),
  };
}

function isOptional(
  entry: v.ObjectEntries[string],
): entry is v.OptionalSchema<v.GenericSchema, undefined> {
  return entry.type === 'optional';
}

type Publishable = Exclude<ContentSection, 'terms'>;
const publishable = contentSections.filter(
  (section): section is Publishable => section !== 'terms',
);

/** What changed of any section but the terms, which have a call of their own, because they bind the buyers. */
const changedContentSchema = v.variant(
  'section',
  publishable.map((section) => v.object({ section: v.literal(section), ...changedOf(section) })),
  messages.invalid.id,
);

export const contentCalls = {
  contentSections: {
    method: 'GET',
    path: '/api/studio/content',
    access: 'studio',
    summary: 'The sections of the shop’s texts, each with the version in force',
    answer: v.object({
      sections: v.array(v.object({ section: sectionSchema, ...contentVersionSchema.entries })),
    }),
  },
  contentVersions: {
    method: 'GET',
    path: '/api/studio/content/{section}',
    access: 'studio',
    summary: 'The versions of one section, newest first',
    params: v.object({ section: sectionSchema }),
    answer: contentVersionsSchema,
  },
  publishContent: {
    method: 'PUT',
    path: '/api/studio/content',
    access: 'studio',
    summary:
      'Publish what changed of a section except the terms; CHANGED_MEANWHILE with the fields that somebody else changed too',
    body: changedContentSchema,
    bodyBytes: limits.longJsonBytes,
    answer: contentVersionsSchema,
  },
  testMailText: {
    method: 'POST',
    path: '/api/studio/content/mails/test',
    access: 'studio',
    summary: 'Mail the caller these words of a mail to buyers, with example data',
    body: namedMailTextSchema,
    answer: messageSchema,
  },
  publishTerms: {
    method: 'PUT',
    path: '/api/studio/content/terms',
    access: 'owner',
    summary: 'The same for the terms, which buyers accept',
    body: v.object({
      ...changedOf('terms'),
      /** Buyers needn't accept the terms again. */
      isCorrection: v.boolean(),
    }),
    bodyBytes: limits.longJsonBytes,
    answer: contentVersionsSchema,
  },
} as const satisfies StudioCalls;
