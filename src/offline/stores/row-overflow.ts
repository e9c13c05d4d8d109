import { tableNames } from '#offline/outbox/row-tables.ts';
import { type AccountRows, emptyRows } from '#offline/outbox/rows.ts';
import type { AccountStore, StoreTrouble } from './account-store.ts';
import { type Attempt, type LateStore, tryChange } from './late-store.ts';
import { troubleOf } from './store-trouble.ts';
import type { UnsavedNote } from './unsaved-note.ts';
import {
  type UnsavedRows,
  withBase,
  withoutSettled,
  withRows,
  withUnsaved,
  withUnsure,
} from './unsaved-rows.ts';

type Rule = (rows: AccountRows) => AccountRows;

/**
 * An account's rows, in memory while the device can't store them. Run `read`, `change`, `flush` and `wipe` one
 * after the other: a read that fails during a change would continue in memory with the rows from before it.
 */
export interface RowOverflow
  extends Pick<AccountStore, 'isRead' | 'read' | 'change' | 'watch' | 'wipe'> {
  /** Null: all rows are stored. */
  trouble(): StoreTrouble | null;
  /** Continues in memory. @throws `error` unless the device is full or doesn't respond */
  moveToMemory(error: unknown): Promise<UnsavedRows>;
  /** Takes up changes that earlier pages noted. Call it first. */
  takeUp(): Promise<void>;
  /** Whether rows wait in memory for room on the device. */
  isFull(): boolean;
  /** Stores what is only in memory, and shows what is stored then. */
  flush(): Promise<void>;
}

export function createRowOverflow(disk: LateStore, note: UnsavedNote): RowOverflow {
  let unsaved: UnsavedRows | null = null;
  /** The stored rows as last read; null: never read so far. */
  let known: AccountRows | null = null;
  let isWiped = false;
  const listeners = new Set<(rows: AccountRows) => void>();

  function show(rows: AccountRows): void {
    for (const listener of listeners) listener(rows);
  }

  function setUnsaved(next: UnsavedRows | null): void {
    unsaved = next;
    note.keep(next);
  }

  async function readDisk(): Promise<AccountRows> {
    known = await disk.ask((open) => open.read());
    return known;
  }

  async function changeDisk(rule: Rule): Promise<Attempt> {
    const attempt = await tryChange(disk, rule);
    known = (attempt.isDone ? attempt.rows : attempt.before) ?? known;
    return attempt;
  }

  async function moveToMemory(error: unknown, unsure = emptyRows): Promise<UnsavedRows> {
    const trouble = troubleOf(error);
    if (trouble === null) throw error;
    if (trouble === 'full') await readDisk().catch(() => {});
    const moved = { trouble, base: known, sent: [], unsure, rows: known ?? emptyRows };
    setUnsaved(moved);
    return moved;
  }

  /** If the device has no room, at least deletes what was sent or undone. */
  async function store(mine: UnsavedRows): Promise<void> {
    setUnsaved(mine);
    if (isWiped) return;
    const attempt = await changeDisk((stored) => withUnsaved(stored, mine));
    if (attempt.isDone) {
      setUnsaved(null);
      return;
    }
    const trouble = troubleOf(attempt.error) ?? mine.trouble;
    const based = attempt.before ? withBase(mine, attempt.before) : mine;
    setUnsaved({ ...withUnsure(based, attempt.added), trouble });
    if (trouble !== 'silent') await changeDisk((stored) => withoutSettled(stored, based));
  }

  async function change(rule: Rule): Promise<AccountRows> {
    let inMemory = unsaved;
    if (!inMemory) {
      const attempt = await changeDisk(rule);
      if (attempt.isDone) return attempt.rows;
      inMemory = await moveToMemory(attempt.error, attempt.added);
    }
    const mine = withRows(inMemory, rule(inMemory.rows));
    await store(mine);
    const shown = unsaved?.rows ?? known ?? mine.rows;
    show(shown);
    return shown;
  }

  return {
    get isRead() {
      return known !== null || unsaved === null;
    },
    async takeUp() {
      // What only this page would have stays noted.
      if (disk.opened()?.trouble === 'blocked') return;
      const [first, ...others] = note.left();
      if (!first) return;
      await store({ ...first, trouble: unsaved?.trouble ?? first.trouble });
      for (const other of others) await change((rows) => withUnsaved(rows, other));
      note.forgetLeft();
    },
    trouble: () => unsaved?.trouble ?? null,
    isFull: () => unsaved?.trouble === 'full' && !isWiped,
    moveToMemory,
    async read() {
      if (unsaved) return unsaved.rows;
      return readDisk().catch(async (error) => (await moveToMemory(error)).rows);
    },
    change,
    async flush() {
      if (unsaved) await store(unsaved);
      if (!unsaved && !isWiped) show(await readDisk());
    },
    watch(onRows) {
      listeners.add(onRows);
      if (unsaved) onRows(unsaved.rows);
      const stop = disk.follow((open) =>
        open.watch((rows) => {
          known = rows;
          if (!unsaved) onRows(rows);
        }),
      );
      return () => {
        listeners.delete(onRows);
        stop();
      };
    },
    async wipe(keep, keepsDrafts) {
      const mine = unsaved;
      isWiped = true;
      note.clear();
      setUnsaved(null);
      show(emptyRows);
      if (!mine) return disk.wipe(keep, keepsDrafts);
      let isDone = false;
      try {
        isDone = await disk.wipe((stored) => keep(withUnsaved(stored, mine)), keepsDrafts);
      } catch (error) {
        if (troubleOf(error) === null) throw error;
        await disk.wipe((stored) => keep(withoutSettled(stored, mine)), keepsDrafts);
      }
      // Rows that should remain but couldn't be stored stay in memory.
      const rows = keep(mine.rows);
      if (!isDone && tableNames.some((table) => rows[table].length > 0)) {
        setUnsaved({ ...mine, base: emptyRows, sent: [], unsure: emptyRows, rows });
      }
      return isDone;
    },
  };
}
