import * as v from 'valibot';
import { byKind, type KeywordKind, keywordKinds } from '#contract/shop/keywords.ts';
import type { StudioCallInput } from '#contract/studio/calls.ts';
import { type EditedDesign, editedDesignSchema } from '#contract/studio/designs.ts';
import { parseAmount } from '#contract/wire/parse-amount.ts';
import { instantFrom, momentFrom } from '../../ui/local-moment.ts';
import { changedBody, type FormShape, type SharedDraft } from '../../ui/shared-draft.ts';
import { keywordsFrom, type TypedWords } from './typed-keywords.ts';

/** Each kind of keywords is a field of its own. */
type OfKeywords<T> = Readonly<Record<`keywords.${KeywordKind}`, T>>;

export function ofKeywords<T>(of: (kind: KeywordKind) => T): OfKeywords<T> {
  const fields = keywordKinds.map((kind) => [`keywords.${kind}`, of(kind)]);
  return Object.fromEntries(fields) as OfKeywords<T>;
}

/** What the editor saves, by field. */
export type DesignFields = Omit<EditedDesign, 'keywords'> &
  OfKeywords<EditedDesign['keywords'][KeywordKind]>;

export function fieldsOf({ keywords, ...fields }: EditedDesign): DesignFields {
  return { ...fields, ...ofKeywords((kind) => keywords[kind]) };
}

/** The values of the editor's fields. */
export interface TypedDesign extends OfKeywords<TypedWords> {
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
}

function typedFrom(design: DesignFields): TypedDesign {
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
    ...ofKeywords((kind) => ({ words: design[`keywords.${kind}`], text: '' })),
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
    keywords: keywordsFrom(byKind((kind) => typed[`keywords.${kind}`])),
  };
}

export const designShape: FormShape<DesignFields, TypedDesign> = {
  typedFrom,
  editedFrom: (typed) => fieldsOf(editedFrom(typed)),
  parts: {
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
    'keywords.motif': ['keywords.motif'],
    'keywords.occasion': ['keywords.occasion'],
    'keywords.style': ['keywords.style'],
    'keywords.color': ['keywords.color'],
  },
};

/** The request that saves only what was typed, with the values that it started from. */
export function savedBody(draft: SharedDraft<DesignFields, TypedDesign>): Body {
  const { base, changes } = changedBody(designShape, draft);
  return {
    base: withKeywords(base, draft.base),
    changes: withKeywords(changes, designShape.editedFrom(draft.typed)),
  };
}

/** Some fields as the contract has them: keywords of all kinds, if there are any. */
function withKeywords(some: Partial<DesignFields>, all: DesignFields): Partial<EditedDesign> {
  const plain = Object.entries(some).filter(([field]) => !field.startsWith('keywords.'));
  const hasKeywords = plain.length < Object.keys(some).length;
  return {
    ...(Object.fromEntries(plain) as Partial<EditedDesign>),
    ...(hasKeywords && { keywords: byKind((kind) => all[`keywords.${kind}`]) }),
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
