import type { StudioCallAnswer } from '#contract/studio/calls.ts';
import { fileTargetsAtOnce } from '#contract/studio/files.ts';
import type { Reader } from '../../platform/database/open.ts';

/** The drafts after an id, each with the names of the pictures and files that it has. */
export async function readFileTargets(
  read: Reader,
  after: string,
): Promise<StudioCallAnswer<'fileTargets'>> {
  const drafts = await read
    .selectFrom('products')
    .leftJoin('importedProducts', 'importedProducts.productId', 'products.id')
    .select(['products.id', 'title', 'sku', 'importedProducts.key'])
    .where('status', '=', 'draft')
    .where('products.id', '>', after)
    .orderBy('products.id')
    .limit(fileTargetsAtOnce)
    .execute();
  if (drafts.length === 0) return { items: [] };
  const ids = drafts.map(({ id }) => id);
  const of = <T extends { readonly productId: string }>(rows: readonly T[]) =>
    Map.groupBy(rows, ({ productId }) => productId);
  const shown = await read
    .selectFrom('productImages')
    .select(['productId', 'name'])
    .where('productId', 'in', ids)
    .execute();
  const made = await read
    .selectFrom('designWork')
    .select(['productId', 'name'])
    .where('kind', '=', 'previews')
    .where('productId', 'in', ids)
    .execute();
  const files = await read
    .selectFrom('productFiles')
    .select(['productId', 'name', 'bytes'])
    .where('productId', 'in', ids)
    .execute();
  const [imagesOf, filesOf] = [of([...shown, ...made]), of(files)];
  return {
    items: drafts.map(({ key, ...draft }) => ({
      ...draft,
      // Etsy's keys say what they are: `sku E-5`.
      key: (key ?? '').replace(/^(?:sku|title|listing) /, ''),
      images: (imagesOf.get(draft.id) ?? []).map(({ name }) => name),
      files: (filesOf.get(draft.id) ?? []).map(({ name, bytes }) => ({ name, bytes: bytes ?? 0 })),
    })),
  };
}
