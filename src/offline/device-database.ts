import { Dexie, type EntityTable } from 'dexie';
import { deviceDatabaseOptions, type IndexedDb } from './indexed-db.ts';

interface DeviceValue {
  readonly key: 'deviceId' | 'accountId';
  readonly value: string | null;
}

/** What belongs to the device and to no account: its id, and whose rows it shows now. */
class DeviceDatabase extends Dexie {
  declare values: EntityTable<DeviceValue, 'key'>;

  constructor(idb: IndexedDb | null) {
    super('pinwheel-device', { ...deviceDatabaseOptions, ...(idb ?? {}) });
    this.version(1).stores({ values: 'key' });
  }
}

/** Notes the account that the device shows from now on (null: a visitor) and answers the device's id, made once. */
export async function noteAccount(
  idb: IndexedDb | null,
  accountId: string | null,
  newId: () => string,
): Promise<string> {
  const database = new DeviceDatabase(idb);
  try {
    return await database.transaction('rw', database.values, () =>
      Promise.all([
        database.values.put({ key: 'accountId', value: accountId }),
        database.values.get('deviceId'),
      ]).then(([, known]) => {
        if (known?.value) return known.value;
        const value = newId();
        return database.values.put({ key: 'deviceId', value }).then(() => value);
      }),
    );
  } finally {
    database.close();
  }
}
