/** The paths of all fields of a body, `designers.0.name` for a nested one. */
export function fieldPaths(body: object, at = ''): string[] {
  return Object.entries(body).flatMap(([key, value]) => [
    `${at}${key}`,
    ...(isObject(value) ? fieldPaths(value, `${at}${key}.`) : []),
  ]);
}

/** A copy of a body with `value` at `path`; undefined removes the field. */
export function withField(body: object, path: string, value: unknown): object {
  const copy = structuredClone(body) as Record<string, unknown>;
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const parent = keys.reduce((inner, key) => inner[key] as Record<string, unknown>, copy);
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return copy;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
