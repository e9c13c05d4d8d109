import * as v from 'valibot';
import { logoSchema } from '#contract/shop/content.ts';
import { type Draft, type FieldSpecs, itemName } from './content-fields.ts';

/** One difference between two versions. Null: it is not in that version. */
export interface Difference {
  /** What differs: `Questions › Why? › Answer`. */
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** What differs between two versions of a section, in words. Items of a list are the same if their names are. */
export function differences(
  specs: FieldSpecs,
  before: Draft,
  after: Draft,
  parents: readonly string[] = [],
): Difference[] {
  return Object.entries(specs).flatMap(([key, spec]) => {
    const path = [...parents, spec.label];
    const label = path.join(' › ');
    if (spec.kind === 'group')
      return differences(
        spec.fields,
        (before[key] ?? {}) as Draft,
        (after[key] ?? {}) as Draft,
        path,
      );
    if (spec.kind !== 'list') {
      const [old, now] = [words(spec, before[key]), words(spec, after[key])];
      return old === now ? [] : [{ label, before: old, after: now }];
    }
    const [olds, news] = [named(before[key]), named(after[key])];
    const gone = [...olds.keys()].filter((name) => !news.has(name));
    const added = [...news.keys()].filter((name) => !olds.has(name));
    const stayed = (names: Iterable<string>, others: ReadonlyMap<string, Draft>) =>
      [...names].filter((name) => others.has(name)).join('\n');
    const isMoved = stayed(olds.keys(), news) !== stayed(news.keys(), olds);
    return [
      ...gone.map((name) => ({ label, before: name, after: null })),
      ...added.map((name) => ({ label, before: null, after: name })),
      ...[...news].flatMap(([name, item]) => {
        const old = olds.get(name);
        return old ? differences(spec.fields, old, item, [...path, name]) : [];
      }),
      ...(isMoved ? [{ label: `${label}, order`, before: null, after: 'changed' }] : []),
    ];

    function named(value: unknown): Map<string, Draft> {
      const items = Array.isArray(value) ? (value as Draft[]) : [];
      return new Map(
        items.map((item, place) => [spec.kind === 'list' ? itemName(spec, item, place) : '', item]),
      );
    }
  });
}

function words(spec: FieldSpecs[string], value: unknown): string {
  if (Array.isArray(value)) return value.join('; ');
  if (spec.kind === 'logo') return logoWords(value);
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  if (spec.kind !== 'choice') return text;
  const chosen = value === undefined ? spec.options[0]?.value : text;
  return spec.options.find((option) => option.value === chosen)?.label ?? text;
}

/** Two logos of the same size still differ. */
function logoWords(value: unknown): string {
  if (!v.is(logoSchema, value)) return '';
  return `${value.width} × ${value.height} px, ${value.hash.slice(0, 6)}`;
}
