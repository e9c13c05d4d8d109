/**
 * Takes the place of fake-indexeddb in a page: each factory has databases of its own in the engine's IndexedDB. Their
 * names begin with the page's query, and so outlive it for another page with the same one.
 */
export const { IDBKeyRange } = globalThis;

let factories = 0;

export class IDBFactory {
  readonly #start = `${location.search} ${++factories} `;

  open(name: string, version?: number): IDBOpenDBRequest {
    return indexedDB.open(this.#start + name, version);
  }

  deleteDatabase(name: string): IDBOpenDBRequest {
    return indexedDB.deleteDatabase(this.#start + name);
  }

  async databases(): Promise<IDBDatabaseInfo[]> {
    const all = await indexedDB.databases();
    return all.flatMap(({ name = '', ...info }) =>
      name.startsWith(this.#start) ? [{ ...info, name: name.slice(this.#start.length) }] : [],
    );
  }

  cmp(one: unknown, other: unknown): number {
    return indexedDB.cmp(one, other);
  }
}
