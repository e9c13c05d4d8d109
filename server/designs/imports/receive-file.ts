import { recordAction } from '../../platform/audit/record-action.ts';
import { makeAuditedChange } from '../../platform/database/change.ts';
import { newId } from '../../platform/database/new-id.ts';
import type { Services } from '../../platform/services/services.ts';
import { keepFile, packFile } from './import-file.ts';
import { planImport } from './plan-import.ts';
import { readFile } from './read-file.ts';
import { receiveCsv } from './receive-csv.ts';
import { rememberedChoices } from './remember-choices.ts';

/** A file with more designs is planned in the background, so that its upload is answered. */
const designsPlannedAtOnce = 2000;

/**
 * Reads a file and keeps it, and plans what importing it would do to each row; a large file is planned in the
 * background. Doesn't change the catalogue. Returns the import's id.
 * @throws TOO_LARGE; MALFORMED if no bytes arrive; INVALID
 */
export async function receiveFile(
  services: Services,
  bytes: ReadableStream<Uint8Array>,
  file: { readonly name: string; readonly accountId: string },
): Promise<string> {
  const { clock } = services;
  const content = await receiveCsv(bytes);
  const choices = await rememberedChoices(services.database.read);
  const reading = await readFile(content, choices);
  const packed = await packFile(content);
  const id = newId(clock());
  const { source } = reading;
  await makeAuditedChange(services, file.accountId, async (change) => {
    const { tx, now } = change;
    await tx
      .insertInto('imports')
      .values({
        id,
        source,
        fileName: file.name || `${source}.csv`,
        state: 'planning',
        accountId: file.accountId,
        choices: JSON.stringify(choices),
        createdAt: now.toISOString(),
        finishedAt: null,
        fileRows: reading.rows.length,
        words: JSON.stringify(reading.words),
      })
      .execute();
    await keepFile(tx, id, packed);
    await recordAction(change, {
      action: 'import.uploaded',
      subjectId: id,
      before: null,
      after: { file: file.name, source, rows: reading.rows.length },
    });
  });
  if (reading.designs.length <= designsPlannedAtOnce) await planImport(services, id, reading);
  return id;
}
