import type { ContentSection } from '#contract/studio/content.ts';
import { contentWith } from '#contract/studio/content-fields.ts';
import type { Conflict } from '../../ui/conflicts.tsx';
import type { Draft, FieldSpecs } from './content-fields.ts';
import { type Difference, differences } from './differences.ts';

/** The fields of a section that a colleague published too, each with both values in words. */
export function contentConflicts(
  { section, specs }: { readonly section: ContentSection; readonly specs: FieldSpecs },
  editors: Readonly<Record<string, string>>,
  mine: Draft,
  theirs: Draft,
): Conflict[] {
  return Object.entries(editors).map(([field, editor]) => {
    const ofField = (values: Draft) => contentWith(section, { ...theirs, [field]: values[field] });
    const found = differences(specs, ofField(theirs), ofField(mine));
    const name = nameOf(specs, field);
    const lines = (side: 'before' | 'after') =>
      found.flatMap((difference) => lineOf(difference, name, side)).join('\n');
    return { field, name, editor, mine: lines('after'), theirs: lines('before') };
  });
}

/** A field's label, such as `Receipt › Subject`. */
function nameOf(specs: FieldSpecs, path: string): string {
  const [key = '', inner] = path.split('.');
  const spec = specs[key];
  if (!spec) return path;
  const part = spec.kind === 'group' && inner !== undefined ? spec.fields[inner] : undefined;
  return part ? `${spec.label} › ${part.label}` : spec.label;
}

function lineOf(
  { label, ...sides }: Difference,
  name: string,
  side: 'before' | 'after',
): string | [] {
  const value = sides[side];
  if (value === null) return [];
  return label === name ? value : `${label.replace(`${name} › `, '')}: ${value}`;
}
