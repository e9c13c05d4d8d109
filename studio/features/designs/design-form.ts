import * as v from 'valibot';
import { byKind, type KeywordKind } from '#contract/shop/keywords.ts';
import type { StudioCallInput } from '#contract/studio/calls.ts';
import {
  type Design,
  type DesignField,
  type EditedDesign,
  editedDesignSchema,
} from '#contract/studio/designs.ts';
import { parseAmount } from '#contract/wire/parse-amount.ts';
import { instantFrom, momentFrom } from '../../ui/local-moment.ts';
import { keywordsFrom, type TypedKeywords, typedKeywords } from './typed-keywords.ts';

/** The values of the editor's fields. */
export interface TypedDesign {
  readonly title: string;
  readonly description: string;
  readonly sku: string;
  readonly price: string;
  readonly hasSale: boolean;
  readonly salePrice: string;
  /** In the format of a datetime-local field, in the writer's time zone; empty for none. */
  readonly saleStartsAt: string;
  readonly saleEndsAt: string;
  readonly categoryIds: readonly string[];
  readonly designers: readonly string[];
  readonly isDesignerFavourite: boolean;
  readonly isForFabricShops: boolean;
  readonly tileWidth: string;
  readonly tileHeight: string;
  readonly keywords: TypedKeywords;
}

export function typedFrom(design: Design): TypedDesign {
  const { title, description, sku, price, sale, tile, categoryIds, designers } = design;
  return {
    title,
    description,
    sku,
    // A draft starts without a price.
    price: price === 0 ? '' : price.toFixed(2),
    hasSale: sale !== null,
    salePrice: sale?.price.toFixed(2) ?? '',
    saleStartsAt: momentFrom(sale?.startsAt),
    saleEndsAt: momentFrom(sale?.endsAt),
    categoryIds,
    designers,
    isDesignerFavourite: design.isDesignerFavourite,
    isForFabricShops: design.isForFabricShops,
    tileWidth: tile ? String(tile.width) : '',
    tileHeight: tile ? String(tile.height) : '',
    keywords: typedKeywords(design.keywords),
  };
}

type Body = StudioCallInput<'saveDesign'>['body'];

/** What was typed, as the contract wants it. Values that can't be parsed stay wrong, so that the schema reports them. */
export function editedFrom(typed: TypedDesign): EditedDesign {
  const { title, description, sku, categoryIds, designers } = typed;
  const hasTile = typed.tileWidth.trim() !== '' || typed.tileHeight.trim() !== '';
  return {
    title,
    description,
    sku,
    price: typed.price.trim() === '' ? 0 : parseAmount(typed.price),
    sale: typed.hasSale
      ? {
          price: parseAmount(typed.salePrice),
          startsAt: instantFrom(typed.saleStartsAt),
          endsAt: instantFrom(typed.saleEndsAt),
        }
      : null,
    categoryIds: [...categoryIds],
    designers: [...designers],
    isDesignerFavourite: typed.isDesignerFavourite,
    isForFabricShops: typed.isForFabricShops,
    tile: hasTile
      ? { width: parseAmount(typed.tileWidth), height: parseAmount(typed.tileHeight) }
      : null,
    keywords: keywordsFrom(typed.keywords),
  };
}

/** The fields of a design that were typed to another value. */
export function editedFields(typed: TypedDesign, design: Design): readonly DesignField[] {
  const [now, before] = [editedFrom(typed), editedFrom(typedFrom(design))];
  const fields = Object.keys(now) as DesignField[];
  return fields.filter((field) => JSON.stringify(now[field]) !== JSON.stringify(before[field]));
}

/** The request that saves only what was typed, with the values that it started from. */
export function savedBody(typed: TypedDesign, design: Design): Body {
  const fields = editedFields(typed, design);
  return { base: pick(design, fields), changes: pick(editedFrom(typed), fields) };
}

function pick(from: EditedDesign, fields: readonly DesignField[]): Partial<EditedDesign> {
  return Object.fromEntries(fields.map((field) => [field, from[field]]));
}

/** Which typed values make up each field. */
const typedParts: Readonly<Record<DesignField, readonly (keyof TypedDesign)[]>> = {
  title: ['title'],
  description: ['description'],
  sku: ['sku'],
  price: ['price'],
  sale: ['hasSale', 'salePrice', 'saleStartsAt', 'saleEndsAt'],
  categoryIds: ['categoryIds'],
  designers: ['designers'],
  isDesignerFavourite: ['isDesignerFavourite'],
  isForFabricShops: ['isForFabricShops'],
  tile: ['tileWidth', 'tileHeight'],
  keywords: ['keywords'],
};

/** A design and what was typed on top of it. */
export interface Draft {
  readonly base: Design;
  readonly typed: TypedDesign;
}

/**
 * The same draft on top of a newer design: fields that weren't typed show its values. Those that were keep
 * the value that they started from, so that saving notices if somebody changed them too.
 */
export function mergedDraft({ base, typed }: Draft, newer: Design): Draft {
  const edited = new Set(editedFields(typed, base));
  const fresh = typedFrom(newer);
  const kept = (Object.keys(typedParts) as DesignField[]).filter((field) => edited.has(field));
  const keptParts = kept.flatMap((field) => typedParts[field]);
  const keywords = byKind((kind) =>
    isSameWords(typed.keywords, base, kind) ? fresh.keywords[kind] : typed.keywords[kind],
  );
  const from = byKind((kind) =>
    isSameWords(typed.keywords, base, kind) ? newer.keywords[kind] : base.keywords[kind],
  );
  return {
    base: { ...newer, ...pick(base, kept), keywords: from },
    typed: {
      ...fresh,
      ...Object.fromEntries(keptParts.map((part) => [part, typed[part]])),
      keywords,
    },
  };
}

function isSameWords(typed: TypedKeywords, base: Design, kind: KeywordKind): boolean {
  return JSON.stringify(keywordsFrom(typed)[kind]) === JSON.stringify(base.keywords[kind]);
}

/**
 * The draft after a save: what was typed in the meantime stays, everything else is as it was saved. A field that
 * wasn't sent keeps the value that it started from, because the writer hasn't seen the saved one.
 */
export function savedDraft({ base, typed: sent }: Draft, typed: TypedDesign, saved: Design): Draft {
  const asSent = { ...base, ...editedFrom(sent) };
  const sentFields = editedFields(sent, base);
  const started = editedFields(typed, asSent).filter((field) => !sentFields.includes(field));
  const keywords = byKind((kind) => {
    const isTypedSince = !isSameWords(typed.keywords, asSent, kind);
    const isSent = !isSameWords(sent.keywords, base, kind);
    return isTypedSince && !isSent ? base.keywords[kind] : saved.keywords[kind];
  });
  return {
    base: { ...saved, ...pick(base, started), keywords },
    typed: mergedDraft({ base: asSent, typed }, saved).typed,
  };
}

/** Settles a conflict: takes their value of a field, or lets what was typed be saved over it. */
export function settledDraft(
  { base, typed }: Draft,
  path: string,
  theirs: Design,
  choice: 'mine' | 'theirs',
): Draft {
  const fresh = typedFrom(theirs);
  const [field, kind] = path.split('.') as [DesignField, KeywordKind | undefined];
  if (kind !== undefined) {
    const words = { ...base.keywords, [kind]: theirs.keywords[kind] };
    const keywords = { ...typed.keywords, [kind]: fresh.keywords[kind] };
    return {
      base: { ...base, keywords: words },
      typed: choice === 'mine' ? typed : { ...typed, keywords },
    };
  }
  const parts = Object.fromEntries(typedParts[field].map((part) => [part, fresh[part]]));
  return {
    base: { ...base, ...pick(theirs, [field]) },
    typed: choice === 'mine' ? typed : { ...typed, ...parts },
  };
}

/** Validation errors, by the contract's field names. */
export function errorsOf(typed: TypedDesign): Readonly<Record<string, string>> {
  const parsed = v.safeParse(editedDesignSchema, editedFrom(typed));
  if (parsed.success) return {};
  const errors: Record<string, string> = {};
  for (const issue of parsed.issues) errors[v.getDotPath(issue) ?? ''] ??= issue.message;
  return errors;
}
