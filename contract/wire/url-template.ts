/** A URL path in which `{name}` stands for a parameter, as in `/api/products/{id}`. Only this file reads one. */

/** The template with each parameter replaced by what `fill` makes of its name. */
export function fillTemplate(template: string, fill: (name: string) => string): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => fill(name));
}

/** Matches the paths of a template, each parameter a group of its name, still percent-encoded. */
export function templatePattern(template: string): RegExp {
  const escaped = template.replaceAll('.', '\\.');
  return new RegExp(`^${fillTemplate(escaped, (name) => `(?<${name}>[^/]+)`)}$`);
}

/** A query string as an object; repeats are joined by commas (OP-59). U+0000, which nothing contains, is a space. */
export function queryRecord(search: string): Record<string, string> {
  const record: Record<string, string> = {};
  for (const [key, text] of new URLSearchParams(search)) {
    const value = text.replaceAll('\0', ' ');
    record[key] = Object.hasOwn(record, key) ? `${record[key]},${value}` : value;
  }
  return record;
}
