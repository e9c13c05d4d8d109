import { Dexie, type Table } from 'dexie';
import {
  createDatabaseGuard,
  type DatabaseGuard,
  picturesMs,
} from '#offline/stores/database-timeout.ts';
import { readStores, registerStore } from '#offline/stores/device-database.ts';
import { deviceDatabaseOptions, type IndexedDb, sleepOf } from '#offline/stores/indexed-db.ts';
import { type FilePlace, type FileState, partsOf, type SavedFile } from './file-place.ts';

const databaseName = 'pinwheel-files';

/** A browser without a private file system is old, and has little room for databases. */
const maxBytes = 400_000_000;

interface StateRow {
  readonly accountId: string;
  readonly key: string;
  readonly state: FileState;
}

interface RunRow {
  readonly accountId: string;
  readonly key: string;
  /** Position of its first byte. */
  readonly at: number;
  readonly bytes: Blob;
}

class FilesDatabase extends Dexie {
  declare files: Table<StateRow, [accountId: string, key: string]>;
  declare runs: Table<RunRow, [accountId: string, key: string, at: number]>;

  constructor(idb: IndexedDb | null) {
    super(databaseName, deviceDatabaseOptions(idb));
    this.version(1).stores({ files: '[accountId+key]', runs: '[accountId+key+at]' });
  }

  filesOf(accountId: string) {
    const { minKey, maxKey } = Dexie;
    return this.files.where('[accountId+key]').between([accountId, minKey], [accountId, maxKey]);
  }

  runsOf(accountId: string, key?: string) {
    const { minKey, maxKey } = Dexie;
    const from = [accountId, key ?? minKey, minKey];
    return this.runs.where('[accountId+key+at]').between(from, [accountId, key ?? maxKey, maxKey]);
  }
}

/** Whether any file was stored in the database. */
export async function hasDatabaseFiles(idb: IndexedDb | null): Promise<boolean> {
  return (await readStores(idb)).includes(databaseName);
}

/** The files that are stored in a database, where the browser has no private file system. */
export class DatabaseFiles implements FilePlace {
  readonly maxBytes = maxBytes;
  readonly #idb: IndexedDb | null;
  readonly #guard: DatabaseGuard = createDatabaseGuard();

  constructor(idb: IndexedDb | null) {
    this.#idb = idb;
  }

  async list(accountId: string): Promise<ReadonlyMap<string, SavedFile>> {
    const [files, runs] = await this.#change((database) =>
      Promise.all([database.filesOf(accountId).toArray(), database.runsOf(accountId).toArray()]),
    );
    return new Map(files.map(({ key, state }) => [key, savedFile(state, runs, key)]));
  }

  async read(accountId: string, key: string): Promise<SavedFile | null> {
    const [file, runs] = await this.#change((database) =>
      Promise.all([
        database.files.get([accountId, key]),
        database.runsOf(accountId, key).toArray(),
      ]),
    );
    return file ? savedFile(file.state, runs, key) : null;
  }

  async create(accountId: string, key: string, state: FileState): Promise<void> {
    await registerStore(this.#idb, databaseName);
    await this.#change((database) => database.files.put({ accountId, key, state }));
  }

  async writeState(accountId: string, key: string, state: FileState): Promise<void> {
    await this.#change(async (database) => {
      await assertHere(database, accountId, key);
      await database.files.put({ accountId, key, state });
    });
  }

  async writeRun(accountId: string, key: string, at: number, bytes: Blob): Promise<Blob> {
    await this.#change(async (database) => {
      await assertHere(database, accountId, key);
      await database.runs.put({ accountId, key, at, bytes });
    });
    const run = await this.#change((database) => database.runs.get([accountId, key, at]));
    return run?.bytes ?? bytes;
  }

  async remove(accountId: string, key: string): Promise<void> {
    await this.#change(async (database) => {
      await database.files.delete([accountId, key]);
      await database.runsOf(accountId, key).delete();
    });
  }

  async forget(isForgotten: (accountId: string) => boolean): Promise<void> {
    await this.#change(async (database) => {
      const keys = await database.files.toCollection().primaryKeys();
      for (const accountId of new Set(keys.map(([owner]) => owner))) {
        if (!isForgotten(accountId)) continue;
        await database.filesOf(accountId).delete();
        await database.runsOf(accountId).delete();
      }
    });
  }

  /** Opens the database for one transaction. An open connection could block other tabs. */
  #change<T>(work: (database: FilesDatabase) => Promise<T> | PromiseLike<T>): Promise<T> {
    return this.#guard(
      () =>
        sleepOf(this.#idb).outlasting(async () => {
          const database = new FilesDatabase(this.#idb);
          try {
            return await database.transaction('rw', database.files, database.runs, () =>
              work(database),
            );
          } finally {
            database.close();
          }
        }),
      picturesMs,
    );
  }
}

function savedFile(state: FileState, runs: readonly RunRow[], key: string): SavedFile {
  const own = runs.filter((run) => run.key === key);
  return { state, parts: partsOf(new Map(own.map(({ at, bytes }) => [at, bytes]))) };
}

async function assertHere(database: FilesDatabase, accountId: string, key: string): Promise<void> {
  if ((await database.files.get([accountId, key])) === undefined) {
    throw new DOMException('The file was deleted', 'NotFoundError');
  }
}
