import * as v from 'valibot';

/** A value that this tab keeps over reloads, until it is closed. Where session storage is blocked or full, it keeps none. */
export function tabValue<T>(key: string, schema: v.GenericSchema<unknown, T>) {
  return {
    read(): T | null {
      try {
        return v.parse(schema, JSON.parse(sessionStorage.getItem(key) ?? ''));
      } catch {
        return null;
      }
    },
    /** Keeps what of the value is in the schema. */
    write(value: T): void {
      try {
        sessionStorage.setItem(key, JSON.stringify(v.parse(schema, value)));
      } catch {
        // Nothing is kept.
      }
    },
    forget(): void {
      try {
        sessionStorage.removeItem(key);
      } catch {
        // Nothing was kept.
      }
    },
  };
}
