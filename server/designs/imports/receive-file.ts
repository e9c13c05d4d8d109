import { setImmediate as breathe } from 'node:timers/promises';
import { importFileBytes } from '#contract/studio/imports.ts';
import { recordAction } from '../../platform/audit/record-action.ts';
import { makeAuditedChange } from '../../platform/database/change.ts';
import { newId } from '../../platform/database/new-id.ts';
import { readBytes } from '../../platform/http/read-bytes.ts';
import type { Services } from '../../platform/services.ts';
import { type Decision, decide } from './decide.ts';
import { noChoices } from './import-choices.ts';
import { keywordsOfTags } from './keywords-of-tags.ts';
import { emptyFile, readFile } from './read-file.ts';
import type { Reading } from './reading.ts';

/** Rows per statement and transaction, so that others can write in between. */
const rowsAtOnce = 200;

const tooLarge = `This file is larger than ${importFileBytes / 1024 / 1024} MB. Please split it.`;

const outcomes = { create: 'created', update: 'updated', skip: 'skipped' } as const;

interface NewImport {
  readonly id: string;
  readonly source: Awaited<ReturnType<typeof readFile>>['source'];
}

/**
 * Reads a file and stores its content, with what an import would do to each row now; doesn't change the
 * catalogue. Returns the import's id; the import is invisible until all of it is stored.
 * @throws TOO_LARGE; MALFORMED if no bytes arrive; INVALID
 */
export async function receiveFile(
  services: Services,
  bytes: ReadableStream<Uint8Array>,
  file: { readonly name: string; readonly accountId: string },
): Promise<string> {
  const { database, clock } = services;
  const reading = await readFile(
    await readBytes(bytes, importFileBytes, { tooLarge, empty: emptyFile }),
  );
  const created: NewImport = { id: newId(clock()), source: reading.source };
  await database.write((tx) =>
    tx
      .insertInto('imports')
      .values({
        ...created,
        fileName: file.name || `${created.source}.csv`,
        state: 'reading',
        accountId: file.accountId,
        choices: JSON.stringify(noChoices),
        createdAt: clock().toISOString(),
        finishedAt: null,
      })
      .execute(),
  );
  await keepDesigns(services, created, reading);
  await keepRows(services, created, reading, await planOf(services, created, reading));
  await makeAuditedChange(services, file.accountId, async (change) => {
    const { tx } = change;
    await tx
      .updateTable('imports')
      .set({ state: 'planned' })
      .where('id', '=', created.id)
      .execute();
    await recordAction(change, {
      action: 'uploaded an import file',
      subjectId: created.id,
      before: null,
      after: { file: file.name, source: created.source, rows: reading.rows.length },
    });
  });
  return created.id;
}

/** What an import would do with a design now, and the keywords it would get, as JSON. */
interface Planned {
  readonly decision: Decision;
  readonly keywords: string;
}

async function planOf(
  { database }: Services,
  { source }: NewImport,
  { designs }: Reading,
): Promise<Planned[]> {
  const plan: Planned[] = [];
  for (const [place, design] of designs.entries()) {
    const decision = await decide(database.read, source, design);
    plan.push({ decision, keywords: JSON.stringify(keywordsOfTags(design.tags, design.type)) });
    if (place % rowsAtOnce === 0) await breathe();
  }
  return plan;
}

async function keepDesigns(
  { database }: Services,
  { id }: NewImport,
  { designs }: Reading,
): Promise<void> {
  const items = designs.map((design, position) => ({
    importId: id,
    position,
    state: 'waiting' as const,
    type: design.type,
    content: JSON.stringify(design),
  }));
  for (let at = 0; at < items.length; at += rowsAtOnce) {
    const some = items.slice(at, at + rowsAtOnce);
    await database.write((tx) => tx.insertInto('importItems').values(some).execute());
  }
}

async function keepRows(
  { database }: Services,
  { id }: NewImport,
  reading: Reading,
  plan: readonly Planned[],
): Promise<void> {
  const rows = reading.rows.map(({ row, title, what, design, isDesign, reason }) => {
    const planned = design === null ? undefined : plan[design];
    const decision = planned?.decision;
    return {
      importId: id,
      row,
      item: design,
      title,
      what,
      isDesign: isDesign ? 1 : 0,
      keywords: isDesign && planned ? planned.keywords : null,
      outcome: decision ? outcomes[decision.kind] : ('skipped' as const),
      reason: decision?.kind === 'skip' ? decision.reason : reason,
    };
  });
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const some = rows.slice(at, at + rowsAtOnce);
    await database.write((tx) => tx.insertInto('importRows').values(some).execute());
  }
}
