import { type Keywords, noKeywords } from '#contract/shop/keywords.ts';
import { previewVersion } from '#server/designs/files/previews.ts';
import { newId } from '#server/platform/database/new-id.ts';
import { recordCatalogueChange } from '#server/platform/database/record-catalogue-change.ts';
import type { AppServices } from '#server/services.ts';

export interface TestProduct {
  /** Cents. */
  readonly price?: number;
  readonly discountedPrice?: number | null;
  readonly title?: string;
  /** HTML, cleaned. */
  readonly description?: string;
  readonly status?: 'draft' | 'published' | 'retired';
  readonly designers?: readonly string[];
  readonly salesCount?: number;
  readonly isDesignerFavourite?: boolean;
  readonly category?: string;
  readonly keywords?: Partial<Keywords>;
  /** The main colours of its picture, as `swatchesOf` writes them. Default: not computed yet. */
  readonly swatches?: string;
  /** Files a buyer downloads: name to content. Null: the original hasn't been made yet. */
  readonly files?: Readonly<Record<string, Uint8Array | null>>;
}

/** Adds a published design with one picture, one category and its files directly to the database; returns its id. */
export async function addProduct(
  services: AppServices,
  product: TestProduct = {},
): Promise<string> {
  const now = services.clock();
  const nowAt = now.toISOString();
  const id = newId(now);
  const files = await Promise.all(
    Object.entries(product.files ?? { 'design.png': null }).map(async ([name, content]) => ({
      name,
      stored: content && (await services.files.putOriginal(content)),
    })),
  );
  await services.database.write(async (tx) => {
    await tx
      .insertInto('products')
      .values({
        id,
        title: product.title ?? `Design ${id}`,
        description: product.description ?? '<p>A design.</p>',
        price: product.price ?? 1200,
        discountedPrice: product.discountedPrice ?? null,
        salePrice: product.discountedPrice ?? null,
        sku: `PW-${id}`,
        salesCount: product.salesCount ?? 0,
        designers: JSON.stringify(product.designers ?? ['Clementine Fox']),
        status: product.status ?? 'published',
        publishedAt: nowAt,
        isDesignerFavourite: product.isDesignerFavourite ? 1 : 0,
        keywords: JSON.stringify({ ...noKeywords, ...product.keywords }),
        archiveSha256: null,
        archiveBytes: null,
        isDemo: 0,
        updatedAt: nowAt,
      })
      .execute();
    const name = product.category ?? 'Seamless patterns';
    await tx
      .insertInto('categories')
      .values({ id: newId(now), name, position: 0, isDemo: 0 })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
    const { id: categoryId } = await tx
      .selectFrom('categories')
      .select('id')
      .where('name', '=', name)
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('productCategories')
      .values({ productId: id, categoryId, position: 0 })
      .execute();
    await tx
      .insertInto('productImages')
      .values({
        id: newId(now),
        productId: id,
        position: 0,
        hash: id.padEnd(64, '0'),
        width: 1200,
        height: 1200,
        color: '#f4c430',
        swatches: product.swatches ?? null,
        previewVersion,
      })
      .execute();
    for (const [position, file] of files.entries()) {
      await tx
        .insertInto('productFiles')
        .values({
          id: newId(now),
          productId: id,
          position,
          name: file.name,
          mediaType: file.name.endsWith('.png') ? 'image/png' : 'application/octet-stream',
          sha256: file.stored?.sha256 ?? null,
          bytes: file.stored?.bytes ?? null,
          width: 3600,
          height: 3600,
          dpi: 350,
        })
        .execute();
    }
    // The shop isn't notified of drafts.
    if (product.status !== 'draft') await recordCatalogueChange({ tx, now }, [id]);
  });
  await services.catalogue.refresh();
  return id;
}
