import { isDeepStrictEqual } from 'node:util';
import type { Hono } from 'hono';
import * as v from 'valibot';
import { logoSchema } from '#contract/shop/content.ts';
import type { StudioCallInput } from '#contract/studio/calls.ts';
import {
  type Content,
  type ContentSection,
  contentSchemas,
  contentSections,
} from '#contract/studio/content.ts';
import type { ContentVersion } from '#contract/studio/content-calls.ts';
import { contentFields, contentWith } from '#contract/studio/content-fields.ts';
import { logoMessages } from '#contract/studio/look.ts';
import { lookSchema } from '#contract/studio/look-contrast.ts';
import { publishMessages } from '#contract/studio/publish-messages.ts';
import { staffName } from '../platform/audit/last-actor.ts';
import { mergeFields, refuseConflicts } from '../platform/audit/merge-fields.ts';
import { recordAction } from '../platform/audit/record-action.ts';
import {
  addContentVersion,
  contentVersions,
  versionInForce,
} from '../platform/content/stored-content.ts';
import { type AuditedChange, makeAuditedChange } from '../platform/database/change.ts';
import type { Reader } from '../platform/database/open.ts';
import { recordCatalogueChange } from '../platform/database/record-catalogue-change.ts';
import type { Env } from '../platform/env.ts';
import { spend } from '../platform/http/limit.ts';
import { parsePart } from '../platform/http/parse.ts';
import { invalidField, Problem } from '../platform/http/problem.ts';
import { letterhead } from '../platform/mail/letterhead.ts';
import { queueMail } from '../platform/mail/queue-mail.ts';
import { sampleLetter } from '../platform/mail/sample-letters.ts';
import type { Services } from '../platform/services/services.ts';
import { acceptedVersion, keepAccepted } from '../platform/settings/terms-versions.ts';
import { serveStudio } from '../staff/serve-studio.ts';
import { isLogoStored } from './logo.ts';

const facesSchema = v.array(v.looseObject({ picture: v.optional(logoSchema) }));

/** Per staff member. */
const testMails = { count: 20, windowMs: 3_600_000 };

/** The studio's routes for the shop's texts. Every open shop shows a new version within a second. */
export function contentRoutes(app: Hono, services: Services): void {
  const { database, env } = services;

  serveStudio(app, services, 'contentSections', async () => ({
    sections: await Promise.all(
      contentSections.map(async (section) => ({
        section,
        ...(await versionInForce(database.read, section)),
      })),
    ),
  }));

  serveStudio(app, services, 'contentVersions', async ({ params: { section } }) => ({
    versions: await contentVersions(database.read, section),
  }));

  serveStudio(app, services, 'publishContent', async ({ account, body }) => {
    if (body.section === 'look') await assertLogoStored(services, body.changes.logo, 'logo');
    if (body.section === 'about') {
      const { people } = body.changes;
      for (const [place, { picture }] of (v.is(facesSchema, people) ? people : []).entries()) {
        await assertLogoStored(services, picture, `people.${place}.picture`);
      }
    }
    return makeAuditedChange(services, account.id, async (change) => {
      await publish(change, env, body);
      return { versions: await contentVersions(change.tx, body.section) };
    });
  });

  serveStudio(app, services, 'testMailText', async ({ account, body: { mail, ...text } }) => {
    await spend(services, `mailText:${account.id}`, testMails);
    await makeAuditedChange(services, account.id, async (change) => {
      const head = await letterhead(change.tx, env);
      await queueMail(change, { ...sampleLetter(head, mail, text), recipient: account.email });
      const line = { subjectId: account.id, before: null, after: null };
      await recordAction(change, { ...line, action: 'mails.tested' });
    });
    return { message: `Sent to ${account.email}.` };
  });

  serveStudio(app, services, 'publishTerms', ({ account, body }) =>
    makeAuditedChange(services, account.id, async (change) => {
      await publish(change, env, { section: 'terms', ...body });
      return { versions: await contentVersions(change.tx, 'terms') };
    }),
  );
}

/** @throws INVALID if the logo in this field was uploaded so long ago that it was deleted meanwhile */
async function assertLogoStored({ files }: Services, logo: unknown, field: string): Promise<void> {
  if (!v.is(logoSchema, logo) || (await isLogoStored(files, logo))) return;
  throw invalidField(field, logoMessages.gone);
}

/** What changed of a section. */
type Published =
  | StudioCallInput<'publishContent'>['body']
  | ({ readonly section: 'terms' } & StudioCallInput<'publishTerms'>['body']);

/** @throws CHANGED_MEANWHILE with the fields that somebody else changed too; INVALID if the content is wrong or didn't change */
async function publish(
  change: AuditedChange,
  env: Pick<Env, 'timeZone'>,
  body: Published,
): Promise<void> {
  const { section, base, changes } = body;
  const versions = await contentVersions(change.tx, section);
  const [{ version: shown, content: before }] = versions;
  const [from, to] = [contentFields(section, base), contentFields(section, changes)];
  const none = Object.fromEntries(Object.keys(to).map((field) => [field, null]));
  const current = { ...none, ...contentFields(section, before) };
  const { merged, conflicts } = mergeFields<typeof to>(current, { base: from, changes: to });
  await refuseConflicts(conflicts, (field) => publisherOf(change.tx, section, versions, field));
  const content = parseContent(section, contentWith(section, merged));
  if (isDeepStrictEqual(before, content)) {
    if (isDeepStrictEqual(base, changes)) throw new Problem('INVALID', publishMessages.same);
    // Somebody else published the same.
    return;
  }
  const isNewTerms = body.section === 'terms' && !body.isCorrection;
  const version = isNewTerms ? await keepAccepted(change, shown) : shown;
  const termsVersion =
    body.section === 'terms' ? await acceptedVersion(change, env, body.isCorrection) : null;
  await addContentVersion(change, section, version + 1, content, termsVersion);
  const restored = versions.find((earlier) => isDeepStrictEqual(earlier.content, content));
  await recordAction(change, {
    action: 'shop_text.published',
    subjectId: section,
    before: { version: shown },
    after: {
      version: version + 1,
      ...(restored && { sameAsVersion: restored.version }),
      ...(termsVersion !== null && { termsVersion }),
    },
  });
  await recordCatalogueChange(change, null);
}

function parseContent(section: ContentSection, content: unknown): Content[ContentSection] {
  const schema = section === 'look' ? lookSchema : contentSchemas[section];
  return parsePart(schema, content) as Content[ContentSection];
}

/** Who published the newest version that changed a field; null: nobody did. */
async function publisherOf(
  reader: Reader,
  section: ContentSection,
  versions: readonly ContentVersion[],
  field: string,
): Promise<string | null> {
  const values = versions.map(({ content }) => contentFields(section, content)[field]);
  const place = values.findIndex((value, at) => !isDeepStrictEqual(value, values[at + 1]));
  const email = versions[place]?.published?.actor;
  return email === undefined ? null : staffName(reader, email);
}
