/** Paths of every field of a body, `designers.0.name` for one inside another. */
export function fieldPaths(body: object, at = ''): string[] {
  return Object.entries(body).flatMap(([key, value]) => [
    `${at}${key}`,
    ...(isObject(value) ? fieldPaths(value, `${at}${key}.`) : []),
  ]);
}

/** A copy of a body whose field at `path` is `value`; undefined: without it. */
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
