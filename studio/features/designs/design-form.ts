import { format } from 'date-fns/format';
import * as v from 'valibot';
import type { StudioCallInput } from '#contract/studio/calls.ts';
import { type Design, saveDesignSchema } from '#contract/studio/designs.ts';
import { parseAmount } from '#contract/wire/parse-amount.ts';
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

/** The request body. Values that can't be parsed are sent as they are, so that the schema reports them. */
export function bodyFrom(typed: TypedDesign, version: number): Body {
  const { title, description, sku, categoryIds, designers } = typed;
  const hasTile = typed.tileWidth.trim() !== '' || typed.tileHeight.trim() !== '';
  return {
    version,
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

/** Validation errors, by the contract's field names. */
export function errorsOf(typed: TypedDesign): Readonly<Record<string, string>> {
  const parsed = v.safeParse(saveDesignSchema, bodyFrom(typed, 1));
  if (parsed.success) return {};
  const errors: Record<string, string> = {};
  for (const issue of parsed.issues) errors[v.getDotPath(issue) ?? ''] ??= issue.message;
  return errors;
}

function momentFrom(instant: string | null | undefined): string {
  return instant ? format(new Date(instant), "yyyy-MM-dd'T'HH:mm") : '';
}

/** The instant of a datetime-local field; null if it is empty. */
export function instantFrom(moment: string): string | null {
  if (moment === '') return null;
  const at = new Date(moment);
  return Number.isNaN(at.getTime()) ? moment : at.toISOString();
}
