import type { PicturesSize } from '#contract/shop/product.ts';
import { chunk } from '#contract/wire/chunk.ts';
import type { CatalogueServices } from './catalogue-services.ts';

/** How many files are checked at once. */
const atOnce = 64;
/** Then all are read again: pictures of deleted designs must not pile up. */
const maxKnown = 50_000;

/** Adds up the sizes of previews. Reads each file once, because an address contains the hash of its content. */
export class PictureSizes {
  readonly #files: CatalogueServices['files'];
  /** Bytes by path. */
  readonly #known = new Map<string, number>();

  constructor(files: CatalogueServices['files']) {
    this.#files = files;
  }

  /** Counts each path once, and leaves out previews that aren't made yet. */
  async sum(paths: Iterable<string>): Promise<Omit<PicturesSize, 'designs'>> {
    if (this.#known.size > maxKnown) this.#known.clear();
    const wanted = [...new Set(paths)];
    const total = { pictures: 0, bytes: 0 };
    for (const some of chunk(wanted, atOnce)) {
      const sizes = await Promise.all(some.map((path) => this.#bytesOf(path)));
      for (const bytes of sizes) {
        if (bytes === null) continue;
        total.pictures += 1;
        total.bytes += bytes;
      }
    }
    return total;
  }

  async #bytesOf(path: string): Promise<number | null> {
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    const bytes = await this.#files.previewBytes(path.slice('/images/'.length));
    if (bytes !== null) this.#known.set(path, bytes);
    return bytes;
  }
}
