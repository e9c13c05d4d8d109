import type { Hono } from 'hono';
import { galleryPicture, packPicture } from '#contract/shop/paths.ts';
import type { PicturesSize, Product } from '#contract/shop/product.ts';
import { limits } from '#contract/wire/limits.ts';
import { serveShop } from '../platform/sign-in/serve-shop.ts';
import type { CatalogueServices } from './catalogue-services.ts';
import { PictureSizes } from './picture-sizes.ts';

/**
 * How much a device stores to have pictures offline: those of all designs that a device stores, counted once per
 * catalogue cursor, or of some.
 */
export function galleryPictureRoutes(app: Hono, services: CatalogueServices): void {
  const sizes = new PictureSizes(services.files);
  let counted: { readonly cursor: string; readonly answer: Promise<PicturesSize> } | null = null;

  async function sizeOf(
    products: readonly Product[],
    pathOf: (url: string) => string,
  ): Promise<PicturesSize> {
    const paths = products.flatMap(({ images }) => images.map(({ url }) => pathOf(url)));
    return { designs: products.length, ...(await sizes.sum(paths)) };
  }

  serveShop(app, services, 'galleryPictures', () => {
    const { cursor } = services.catalogue;
    if (counted?.cursor !== cursor) {
      const stored = services.catalogue.designs().slice(0, limits.deviceSize);
      const answer = sizeOf(stored, galleryPicture);
      counted = { cursor, answer };
      // A failed count is repeated at the next request.
      answer.catch(() => {
        if (counted?.answer === answer) counted = null;
      });
    }
    return counted.answer;
  });

  serveShop(app, services, 'packSize', ({ body }) => {
    const products = [...new Set(body.ids)].flatMap((id) => {
      const found = services.catalogue.answer('product', { params: { id }, query: undefined });
      return found ? [found.product] : [];
    });
    return sizeOf(products, packPicture);
  });
}
