import type { Hono } from 'hono';
import { galleryPicture } from '#contract/shop/paths.ts';
import type { GalleryPictures } from '#contract/shop/product.ts';
import { serveShop } from '../platform/sign-in/serve-shop.ts';
import type { CatalogueServices } from './catalogue-services.ts';

const anyone = { params: undefined, query: undefined };
/** How many files are checked at once. */
const atOnce = 64;

/** The pictures a device stores to have all of them offline. Counted once per catalogue version. */
export function galleryPictureRoutes(app: Hono, services: CatalogueServices): void {
  /** By path. An address contains the hash of its content, so a size never changes. */
  let sizes = new Map<string, number>();
  let counted: { readonly version: number; readonly answer: Promise<GalleryPictures> } | null =
    null;

  async function count(): Promise<GalleryPictures> {
    const { products = [] } = services.catalogue.answer('products', anyone) ?? {};
    const urls = products.flatMap(({ images }) => images.map(({ url }) => galleryPicture(url)));
    const paths = [...new Set(urls)];
    const known = new Map<string, number>();
    for (let at = 0; at < paths.length; at += atOnce) {
      await Promise.all(
        paths.slice(at, at + atOnce).map(async (path) => {
          const bytes = sizes.get(path) ?? (await services.files.previewBytes(nameOf(path)));
          if (bytes !== null) known.set(path, bytes);
        }),
      );
    }
    sizes = known;
    const bytes = [...known.values()].reduce((sum, size) => sum + size, 0);
    return { designs: products.length, pictures: known.size, bytes };
  }

  serveShop(app, services, 'galleryPictures', () => {
    const { version } = services.catalogue;
    if (counted?.version !== version) {
      const answer = count();
      counted = { version, answer };
      // A failed count is repeated at the next request.
      answer.catch(() => {
        if (counted?.answer === answer) counted = null;
      });
    }
    return counted.answer;
  });
}

/** The file store's name of a preview. */
function nameOf(path: string): string {
  return path.slice('/images/'.length);
}
