/** How the editor shows a field of a section. A list's first field names its items. */
export type FieldSpec =
  | {
      readonly kind: 'line' | 'text';
      readonly label: string;
      readonly hint?: string;
      readonly isOptional?: true;
      /** How many rows of a text show at once. */
      readonly rows?: number;
    }
  | { readonly kind: 'color'; readonly label: string; readonly hint?: string }
  /** An uploaded logo, or what `noun` says. */
  | {
      readonly kind: 'logo';
      readonly label: string;
      readonly hint?: string;
      readonly noun?: string;
    }
  /** Fields that belong together, folded until they are needed. */
  | { readonly kind: 'group'; readonly label: string; readonly fields: FieldSpecs }
  /** Short texts, one per line. */
  | { readonly kind: 'lines'; readonly label: string; readonly hint?: string }
  | {
      readonly kind: 'choice';
      readonly label: string;
      readonly options: readonly { readonly value: string; readonly label: string }[];
    }
  | {
      readonly kind: 'list';
      readonly label: string;
      readonly hint?: string;
      /** One of the list, as in "Add a question". */
      readonly item: string;
      readonly fields: FieldSpecs;
      readonly added: Draft;
    };

export type FieldSpecs = Readonly<Record<string, FieldSpec>>;

/** A section's content while it is edited. */
export type Draft = Readonly<Record<string, unknown>>;

/** The name of a list's item; its place if it has none yet. */
export function itemName(
  spec: FieldSpec & { readonly kind: 'list' },
  item: Draft,
  place: number,
): string {
  const [first = ''] = Object.keys(spec.fields);
  const name = item[first];
  return typeof name === 'string' && name.trim() !== '' ? name : `${spec.item} ${place + 1}`;
}
