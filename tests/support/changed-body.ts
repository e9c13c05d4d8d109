import type { ContentSection } from '#contract/studio/content.ts';
import { firstContent } from '#server/platform/content/first-content.ts';

/** What a form sends for changes of what it read. */
export function changedBody<C extends object>(read: Required<C>, changes: C) {
  const fields = Object.keys(changes) as (keyof C)[];
  const base = Object.fromEntries(fields.map((field) => [field, read[field]])) as C;
  return { base, changes };
}

/** What the editor of a section sends if every field was edited; `read` is what it started from. */
export function contentBody<S extends ContentSection>(
  section: S,
  content: unknown,
  read: unknown = firstContent[section],
) {
  const fields = Object.keys({ ...(read as object), ...(content as object) });
  const all = (values: unknown) =>
    Object.fromEntries(
      fields.map((field) => [field, (values as Record<string, unknown>)[field] ?? null]),
    );
  return { base: all(read), changes: all(content) };
}
