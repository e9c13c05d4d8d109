import * as v from 'valibot';
import { byKind, type KeywordKind, keywordKinds } from '#contract/shop/keywords.ts';
import type { StudioCallInput } from '#contract/studio/calls.ts';
import {
  designFields,
  type EditedDesign,
  editedDesignSchema,
  newDesign,
} from '#contract/studio/design-record.ts';
import { parseAmount } from '#contract/wire/parse-amount.ts';
import { pick } from '#contract/wire/pick.ts';
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

export function fieldsOf(design: EditedDesign): DesignFields {
  const { keywords, ...fields } = pick(design, designFields);
  return { ...fields, ...ofKeywords((kind) => keywords[kind]) };
}

/** The values of the editor's fields. */
export interface TypedDesign
  extends Omit<DesignFields, 'price' | 'sale' | 'tile' | keyof OfKeywords<unknown>>,
    OfKeywords<TypedWords> {
  readonly price: string;
  readonly hasSale: boolean;
  readonly salePrice: string;
  /** In the format of a datetime-local field, in the writer's time zone; empty for none. */
  readonly saleStartsAt: string;
  readonly saleEndsAt: string;
  readonly tileWidth: string;
  readonly tileHeight: string;
}

function typedFrom({ price, sale, tile, ...others }: DesignFields): TypedDesign {
  return {
    ...others,
    // A draft starts without a price.
    price: price === 0 ? '' : price.toFixed(2),
    hasSale: sale !== null,
    salePrice: sale?.price.toFixed(2) ?? '',
    saleStartsAt: momentFrom(sale?.startsAt),
    saleEndsAt: momentFrom(sale?.endsAt),
    tileWidth: tile ? String(tile.width) : '',
    tileHeight: tile ? String(tile.height) : '',
    ...ofKeywords((kind) => ({ words: others[`keywords.${kind}`], text: '' })),
  };
}

type Body = StudioCallInput<'saveDesign'>['body'];

/** What was typed, as the contract wants it. Values that can't be parsed stay wrong, so that the schema reports them. */
export function editedFrom(typed: TypedDesign): EditedDesign {
  const hasTile = typed.tileWidth.trim() !== '' || typed.tileHeight.trim() !== '';
  const wanted = {
    ...typed,
    price: typed.price.trim() === '' ? 0 : parseAmount(typed.price),
    sale: typed.hasSale
      ? {
          price: parseAmount(typed.salePrice),
          startsAt: instantFrom(typed.saleStartsAt),
          endsAt: instantFrom(typed.saleEndsAt),
        }
      : null,
    tile: hasTile
      ? { width: parseAmount(typed.tileWidth), height: parseAmount(typed.tileHeight) }
      : null,
    keywords: keywordsFrom(byKind((kind) => typed[`keywords.${kind}`])),
  };
  return pick(wanted, designFields);
}

type Parts = FormShape<DesignFields, TypedDesign>['parts'];
const sameName = Object.keys(fieldsOf(newDesign)).map((field) => [field, [field]]);

export const designShape: FormShape<DesignFields, TypedDesign> = {
  typedFrom,
  editedFrom: (typed) => fieldsOf(editedFrom(typed)),
  parts: {
    ...(Object.fromEntries(sameName) as Parts),
    sale: ['hasSale', 'salePrice', 'saleStartsAt', 'saleEndsAt'],
    tile: ['tileWidth', 'tileHeight'],
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
