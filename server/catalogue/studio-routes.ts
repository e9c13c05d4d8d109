import { isDeepStrictEqual } from 'node:util';
import type { Hono } from 'hono';
import type { StudioSearchWords, Synonyms } from '#contract/studio/keywords.ts';
import {
  assertNoConflicts,
  type ChangedFields,
  mergeFields,
} from '../platform/audit/merge-fields.ts';
import { recordAction, seenText } from '../platform/audit/record-action.ts';
import { type AuditedChange, makeAuditedChange } from '../platform/database/change.ts';
import type { Reader } from '../platform/database/open.ts';
import { recordCatalogueChange } from '../platform/database/record-catalogue-change.ts';
import type { Services } from '../platform/services/services.ts';
import { neverSetAt, readSetting, writeSetting } from '../platform/settings/settings.ts';
import { serveStudio } from '../staff/serve-studio.ts';

/** The studio's routes for synonyms, words that the search treats as the same. */
export function searchWordsRoutes(app: Hono, services: Services): void {
  const { database } = services;

  serveStudio(app, services, 'searchWords', () => readSearchWords(database.read));

  serveStudio(app, services, 'saveSearchWords', ({ account, body }) =>
    makeAuditedChange(services, account.id, (change) => saveSearchWords(change, body)),
  );
}

async function readSearchWords(reader: Reader): Promise<StudioSearchWords> {
  const { value, updatedAt } = await readSetting(reader, 'synonyms');
  return {
    synonyms: value,
    savedAt: updatedAt === neverSetAt ? null : updatedAt,
  };
}

/** @throws CHANGED_MEANWHILE if somebody else changed them */
async function saveSearchWords(
  change: AuditedChange,
  changed: ChangedFields<Pick<StudioSearchWords, 'synonyms'>>,
): Promise<StudioSearchWords> {
  const { tx } = change;
  const before = await readSearchWords(tx);
  const { merged, conflicts } = mergeFields({ synonyms: before.synonyms }, changed);
  await assertNoConflicts(tx, '', conflicts, () => ['groups']);
  const { synonyms } = merged;
  if (isDeepStrictEqual(synonyms, before.synonyms)) return before;
  await writeSetting(change, 'synonyms', synonyms);
  const line = { action: 'search_words.changed', subjectId: '' } as const;
  const [was, is] = [before.synonyms, synonyms];
  await recordAction(change, { ...line, before: seen(was, is), after: seen(is, was) });
  await recordCatalogueChange(change, null);
  return readSearchWords(tx);
}

/** The groups that the other side doesn't have, for an audit line. */
function seen(synonyms: Synonyms, others: Synonyms) {
  const texts = (all: Synonyms) => all.map((group) => group.join(', '));
  const known = new Set(texts(others));
  const groups = texts(synonyms).filter((text) => !known.has(text));
  return { groups: seenText(groups.join('; ')) };
}
