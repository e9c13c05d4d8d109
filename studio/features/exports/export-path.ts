import { dataCalls, type ExportTable } from '#contract/studio/data.ts';
import { pathOf } from '#contract/wire/call.ts';

/** The address of a table, or of some of its rows. */
export function exportPath(table: ExportTable, query: Readonly<Record<string, string>>): string {
  return `${pathOf(dataCalls.exportTable, { table })}?${new URLSearchParams(query)}`;
}
