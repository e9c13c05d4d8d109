import type { Evidence, Verdict } from './check-trust.ts';

/** The designs that were imported, and whether they are right. */
export interface ImportedDesigns {
  readonly designs: number;
  readonly verdict: Verdict;
}

/** Each design of a started import exists once, with its pictures. */
export async function checkImports({ services, done }: Evidence): Promise<ImportedDesigns> {
  const { read } = services.database;
  const faults: string[] = [];
  let designs = 0;
  let pictures = 0;
  for (const [importId, expected] of done.imports) {
    const { state } = await read
      .selectFrom('imports')
      .select('state')
      .where('id', '=', importId)
      .executeTakeFirstOrThrow();
    const made = await read
      .selectFrom('products')
      .select('sku')
      .where('sku', 'in', expected.skus)
      .execute();
    const fetched = await read
      .selectFrom('importedPictures')
      .innerJoin('productImages', 'productImages.id', 'importedPictures.imageId')
      .innerJoin('products', 'products.id', 'productImages.productId')
      .select('importedPictures.state')
      .where('importId', '=', importId)
      .where('sku', 'in', expected.skus)
      .execute();
    const there = fetched.filter((picture) => picture.state === 'there').length;
    designs += made.length;
    pictures += there;
    if (state !== 'done') faults.push(`an import is ${state}`);
    const skus = made.map(({ sku }) => sku).sort();
    if (skus.join() !== [...expected.skus].sort().join()) {
      faults.push(`${made.length} designs of ${expected.skus.length} were imported`);
    }
    if (there !== expected.pictures || fetched.length !== there) {
      faults.push(`${there} pictures of ${expected.pictures} were imported`);
    }
  }
  const extra = await read
    .selectFrom('productImages')
    .innerJoin('products', 'products.id', 'productImages.productId')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('sku', 'like', 'S-%-of-%')
    .executeTakeFirstOrThrow();
  if (extra.count !== pictures) faults.push(`imported designs have ${extra.count} pictures`);
  const seen = `${done.imports.size} imports, ${designs} designs, ${pictures} pictures`;
  const promise = 'each imported design exists once, with its pictures';
  return { designs, verdict: { promise, seen, faults } };
}
