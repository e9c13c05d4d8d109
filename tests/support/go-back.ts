import { sql } from 'kysely';
import { isPostgres } from '#server/platform/database/column-types.ts';
import {
  continueCounters,
  copiedTables,
  insertRows,
  rowsInOrder,
} from '#server/platform/database/copy-rows.ts';
import type { Database } from '#server/platform/database/open.ts';

/**
 * Remembers every row. What it returns puts the database back to them, as when a backup is restored, or a standby takes
 * over that hadn't got the newest changes: it then gives out the same numbers again.
 */
export async function goBackTo(database: Database): Promise<() => Promise<void>> {
  const pieces: (readonly [(typeof copiedTables)[number], Parameters<typeof insertRows>[2]])[] = [];
  for (const table of copiedTables) {
    for await (const rows of rowsInOrder(database.read, table)) pieces.push([table, rows]);
  }
  return () =>
    database.write(async (tx) => {
      for (const table of copiedTables.toReversed()) await tx.deleteFrom(table).execute();
      for (const [table, rows] of pieces) await insertRows(tx, table, rows);
      if (isPostgres(tx)) return continueCounters(tx);
      await sql`UPDATE sqlite_sequence
        SET seq = (SELECT coalesce(max(seq), 0) FROM "catalogueChanges")
        WHERE name = 'catalogueChanges'`.execute(tx);
    });
}
