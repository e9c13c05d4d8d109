import { withKnownObjects } from '#offline/outbox/carry-over.ts';
import { makeRows, type TableName } from '#offline/outbox/row-tables.ts';
import { type AccountRows, emptyRows } from '#offline/outbox/rows.ts';
import type { UnsavedRows } from './unsaved-rows.ts';

/** Where a page records something at once, because its database may not answer before it is left. */
export interface PageNote {
  read(): string | null;
  /** Null deletes it. Does nothing if it can't be written. */
  write(text: string | null): void;
}

/** Rows of one store that couldn't be stored, recorded for the pages after this one. */
export interface UnsavedNote {
  /** What earlier pages left behind, and other tabs can't store either. */
  left(): readonly UnsavedRows[];
  /** Deletes what `left` returned last. */
  forgetLeft(): void;
  /** Records this page's; null: it has none. */
  keep(unsaved: UnsavedRows | null): void;
  /** Deletes everything about this store. */
  clear(): void;
}

/** Files can't be recorded, and the server has the others. */
const tables: ReadonlySet<TableName> = new Set([
  'cartLines',
  'wishlistMarks',
  'outbox',
  'refused',
  'stallNotes',
  'mergedOps',
]);

/** By store, then by page. */
type Noted = Readonly<Record<string, Readonly<Record<string, UnsavedRows>>>>;

export const noPageNote: PageNote = { read: () => null, write: () => {} };

export function createUnsavedNote(
  store: string,
  page: string,
  note: PageNote = noPageNote,
): UnsavedNote {
  let found: readonly string[] = [];

  function readAll(): Noted {
    try {
      return Object(JSON.parse(note.read() ?? '{}'));
    } catch {
      return {};
    }
  }

  function write(change: (pages: Map<string, UnsavedRows>) => void): void {
    const noted = readAll();
    const pages = new Map(Object.entries(noted[store] ?? {}));
    change(pages);
    const { [store]: _, ...others } = noted;
    const all = pages.size > 0 ? { ...others, [store]: Object.fromEntries(pages) } : others;
    const text = Object.keys(all).length > 0 ? JSON.stringify(all) : null;
    if (text !== note.read()) note.write(text);
  }

  return {
    left() {
      const pages = Object.entries(readAll()[store] ?? {}).filter(([id]) => id !== page);
      found = pages.map(([id]) => id);
      try {
        return pages.map(([, unsaved]) => restored(unsaved));
      } catch {
        // Something else wrote there.
        return [];
      }
    },
    forgetLeft() {
      write((pages) => {
        for (const id of found) pages.delete(id);
      });
      found = [];
    },
    keep: (unsaved) =>
      write((pages) => {
        if (unsaved && hasChanged(unsaved)) pages.set(page, recorded(unsaved));
        else pages.delete(page);
      }),
    clear: () => write((pages) => pages.clear()),
  };
}

function hasChanged({ base, sent, unsure, rows }: UnsavedRows): boolean {
  return (
    sent.length > 0 ||
    [...tables].some(
      (table) => unsure[table].length > 0 || rows[table] !== (base ?? emptyRows)[table],
    )
  );
}

function recorded(unsaved: UnsavedRows): UnsavedRows {
  const { base, unsure, rows } = unsaved;
  return {
    ...unsaved,
    base: base && recordable(base),
    unsure: recordable(unsure),
    rows: recordable(rows),
  };
}

/** Rows that were unchanged are the same objects again. */
function restored(unsaved: UnsavedRows): UnsavedRows {
  const { base, unsure, rows } = recorded(unsaved);
  return { ...unsaved, base, unsure, rows: base ? withKnownObjects(rows, base) : rows };
}

function recordable(rows: AccountRows): AccountRows {
  return makeRows((table) => (tables.has(table) && Array.isArray(rows[table]) ? rows[table] : []));
}
