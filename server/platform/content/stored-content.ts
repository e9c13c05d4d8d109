import type { Terms } from '#contract/shop/content.ts';
import { type Content, type ContentSection, contentSections } from '#contract/studio/content.ts';
import type { ContentVersion } from '#contract/studio/content-calls.ts';
import type { AuditedChange } from '../database/change.ts';
import type { Reader } from '../database/open.ts';
import { firstContent, firstTermsVersion } from './first-content.ts';

/** Every version of a section, newest first. The last one is the first content. */
export async function contentVersions(
  reader: Reader,
  section: ContentSection,
): Promise<[...ContentVersion[], ContentVersion]> {
  const rows = await publishedVersions(reader, section).execute();
  return [...rows.map((row) => toVersion(section, row)), firstVersion(section)];
}

/** The version of a section in force, with its content. */
export async function versionInForce(
  reader: Reader,
  section: ContentSection,
): Promise<ContentVersion> {
  const newest = await publishedVersions(reader, section).limit(1).executeTakeFirst();
  return newest ? toVersion(section, newest) : firstVersion(section);
}

/** A section's versions but the first, newest first. */
function publishedVersions(reader: Reader, section: ContentSection) {
  return reader
    .selectFrom('contentVersions')
    .innerJoin('studioAccounts', 'studioAccounts.id', 'contentVersions.accountId')
    .select(['version', 'content', 'publishedAt', 'email'])
    .where('section', '=', section)
    .orderBy('version', 'desc');
}

interface VersionRow {
  readonly version: number;
  readonly content: string;
  readonly publishedAt: string;
  readonly email: string;
}

function toVersion(
  section: ContentSection,
  { version, content, publishedAt, email }: VersionRow,
): ContentVersion {
  return {
    version,
    content: contentOf(section, content),
    published: { at: publishedAt, actor: email },
  };
}

/** A mail that didn't exist when the mails were published has its first words. */
function contentOf<S extends ContentSection>(section: S, stored: string): Content[S] {
  const content = JSON.parse(stored) as Content[S];
  return section === 'mails' ? { ...firstContent[section], ...content } : content;
}

function firstVersion(section: ContentSection): ContentVersion {
  return { version: 1, content: firstContent[section], published: null };
}

export async function contentInForce(reader: Reader): Promise<Content> {
  const found = contentSections.map(
    async (section) => [section, await sectionInForce(reader, section)] as const,
  );
  return Object.fromEntries(await Promise.all(found)) as unknown as Content;
}

export async function sectionInForce<S extends ContentSection>(
  reader: Reader,
  section: S,
): Promise<Content[S]> {
  const newest = await reader
    .selectFrom('contentVersions')
    .select('content')
    .where('section', '=', section)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest ? contentOf(section, newest.content) : firstContent[section];
}

/** The terms as they were last in force under each version that buyers accepted. */
export async function termsByVersion(reader: Reader): Promise<ReadonlyMap<string, Terms>> {
  const rows = await reader
    .selectFrom('contentVersions')
    .select(['termsVersion', 'content'])
    .where('section', '=', 'terms')
    .orderBy('version')
    .execute();
  const published = rows.map(
    ({ termsVersion, content }) => [termsVersion ?? '', JSON.parse(content) as Terms] as const,
  );
  return new Map([[firstTermsVersion, firstContent.terms], ...published]);
}

/** Stores a version, which is in force at once. It also needs a `recordCatalogueChange`. */
export async function addContentVersion(
  { tx, now, actorId }: AuditedChange,
  section: ContentSection,
  version: number,
  content: Content[ContentSection],
  termsVersion: string | null,
): Promise<void> {
  await tx
    .insertInto('contentVersions')
    .values({
      section,
      version,
      content: JSON.stringify(content),
      accountId: actorId,
      publishedAt: now.toISOString(),
      termsVersion,
    })
    .execute();
}
