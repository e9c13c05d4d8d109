import { practiceAccounts } from '#contract/shop/practice-accounts.ts';
import { cleanDescription } from '#server/designs/clean-description.ts';
import type { Change } from '#server/platform/database/change.ts';
import { idFrom } from '#server/platform/database/new-id.ts';
import { recordCatalogueChange } from '#server/platform/database/record-catalogue-change.ts';
import { writeSetting } from '#server/platform/settings/settings.ts';
import { seedCollections } from './collections.ts';
import type { DemoProduct } from './drawing/demo-studio.ts';
import { demoStudio } from './studio.ts';

const day = 86_400_000;
const firstNames = ['Hazel', 'Linden', 'Rowan'];

/** A demo product's row id; the same on every machine. */
export function demoProductId(slug: string): string {
  return idFrom(`demo product ${slug}`);
}

/** The demo's designs, newest first, at most `limit`. */
export function demoProducts(limit: number | null): DemoProduct[] {
  return [...demoStudio.products]
    .sort((a, b) => a.publishedDaysAgo - b.publishedDaysAgo)
    .slice(0, limit ?? undefined);
}

/**
 * Inserts the demo studio's rows: settings, accounts, and its designs as drafts, which are published once
 * their pictures are drawn. Existing rows stay as they are.
 */
export async function seedDemo(
  change: Change,
  limit: number | null,
  passwordHash: string,
): Promise<void> {
  const { tx, now } = change;
  const nowAt = now.toISOString();
  const products = demoProducts(limit);
  await writeSetting(change, 'studio', {
    name: demoStudio.name,
    designers: [...demoStudio.designers],
    socialLink: demoStudio.socialUrl,
    termsVersion: '2026-11',
  });
  await writeSetting(change, 'customStatus', 'On');
  await writeSetting(change, 'demo', { drawn: 0, total: products.length });
  for (const [place, { email, licenseType, status }] of practiceAccounts.entries()) {
    await tx
      .insertInto('accounts')
      .values({
        id: idFrom(`demo account ${email}`),
        email,
        emailKey: email,
        firstName: firstNames[place] ?? '',
        lastName: 'Practice',
        licenseType,
        status,
        passwordHash,
        businessVerificationLink: 'https://shop.example/',
        avatarUrl: null,
        isDemo: 1,
        createdAt: nowAt,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  for (const [position, name] of demoStudio.categories.entries()) {
    await tx
      .insertInto('categories')
      .values({ id: idFrom(`demo category ${name}`), name, position, isDemo: 1 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  for (const [place, product] of products.entries()) await plantProduct(change, product, place);
  await seedCollections(change, products, demoProductId);
  await recordCatalogueChange(change, null);
}

async function plantProduct(
  { tx, now }: Change,
  product: DemoProduct,
  place: number,
): Promise<void> {
  const id = demoProductId(product.slug);
  // Minutes apart, so that designs of one day keep their order.
  const publishedAt = new Date(now.getTime() - product.publishedDaysAgo * day - place * 60_000);
  await tx
    .insertInto('products')
    .values({
      id,
      title: product.title,
      description: cleanDescription(product.description),
      price: product.price,
      discountedPrice: product.discountedPrice,
      salePrice: product.discountedPrice,
      sku: product.sku,
      salesCount: product.salesCount,
      designers: JSON.stringify(product.designers),
      keywords: JSON.stringify(product.keywords),
      status: 'draft',
      publishedAt: publishedAt.toISOString(),
      tileWidth: product.repeatInches === null ? null : product.repeatInches * 100,
      tileHeight: product.repeatInches === null ? null : product.repeatInches * 100,
      isDesignerFavourite: demoStudio.favourites.includes(product.slug) ? 1 : 0,
      archiveSha256: null,
      archiveBytes: null,
      isDemo: 1,
      updatedAt: now.toISOString(),
    })
    .execute();
  await tx
    .insertInto('productCategories')
    .values(
      product.categories.map((name, position) => ({
        productId: id,
        categoryId: idFrom(`demo category ${name}`),
        position,
      })),
    )
    .execute();
  await tx
    .insertInto('productFiles')
    .values(
      product.files.map((file, position) => ({
        id: idFrom(`demo file ${product.slug} ${file.name}`),
        productId: id,
        position,
        name: file.name,
        mediaType: file.format === 'png' ? 'image/png' : 'image/svg+xml',
        sha256: null,
        bytes: null,
        width: file.width,
        height: file.height,
        dpi: file.format === 'png' ? 350 : null,
      })),
    )
    .execute();
}
