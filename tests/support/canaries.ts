import type { AppServices } from '#server/services.ts';
import { columnNames, wholeDatabase } from './whole-database.ts';

/** Can be found wherever it is written. */
export const canary = 'canary-4b1d';

/** The name of every database column, and of other properties that might be obeyed, each with the canary. */
export async function canaries(
  services: Pick<AppServices, 'database'>,
): Promise<Readonly<Record<string, string>>> {
  const columns = await columnNames(services);
  const others = ['role', 'isAdmin', '_id', 'constructor', 'prototype', 'toString'];
  return Object.fromEntries([...columns, ...others].map((name) => [name, canary]));
}

/**
 * The JSON of a body with `more` in each of its objects, including `__proto__`. Leaves the fields in
 * `records` alone, because their own names are arbitrary.
 */
export function withMore(
  body: object,
  more: Readonly<Record<string, string>>,
  records: readonly string[] = [],
): string {
  function add(value: unknown, field: string): unknown {
    if (Array.isArray(value)) return value.map((each) => add(each, field));
    if (typeof value !== 'object' || value === null || records.includes(field)) return value;
    const own = Object.entries(value).map(([key, part]) => [key, add(part, key)]);
    return { ...more, PROTO: { [canary]: canary }, ...Object.fromEntries(own) };
  }
  return JSON.stringify(add(body, '')).replaceAll('"PROTO"', '"__proto__"');
}

/** Tables that contain the canary, and whether any object inherited it: neither may happen. */
export async function foundCanaries(
  services: Pick<AppServices, 'database'>,
): Promise<readonly string[]> {
  const tables = Object.entries(await wholeDatabase(services))
    .filter(([, rows]) => JSON.stringify(rows).includes(canary))
    .map(([table]) => table);
  return Reflect.has({}, canary) ? [...tables, 'Object.prototype'] : tables;
}
