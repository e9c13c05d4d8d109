import { studioCallPath } from '#contract/studio/calls.ts';
import type { ExportTable } from '#contract/studio/data.ts';

/** The address of a table, or of some of its rows. */
export function exportPath(table: ExportTable, query: Readonly<Record<string, string>>): string {
  return `${studioCallPath('exportTable', { table })}?${new URLSearchParams(query)}`;
}
