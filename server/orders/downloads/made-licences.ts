import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { LicenceText } from '#contract/shop/licence-text.ts';
import { type LicencedShop, type LicensedItem, licenceFiles } from './licence-files.ts';

/** A file that is made for a ZIP, and what a ZIP has to say of it. */
export interface MadeFile {
  readonly name: string;
  readonly content: Buffer;
  readonly bytes: number;
  readonly sha256: string;
  readonly crc32: number;
}

/**
 * Makes licence files, and keeps those that were used last: each has a QR code, which takes some 5 ms, and every use of a
 * link to a ZIP needs them again.
 */
export class MadeLicences {
  readonly #mostBytes: number;
  /** By what they are made from, the one that was used last at the end. */
  readonly #kept = new Map<string, readonly MadeFile[]>();
  #bytes = 0;

  constructor(mostBytes = 24_000_000) {
    this.#mostBytes = mostBytes;
  }

  filesOf(
    item: LicensedItem,
    text: LicenceText | undefined,
    shop: LicencedShop,
  ): readonly MadeFile[] {
    const { productName, licenseType, licenceTextVersion, orderNumber, commissionId, card } = item;
    const facts = [productName, licenseType, licenceTextVersion, orderNumber, commissionId, card];
    const key = sha256(JSON.stringify([facts, text, shop.name, shop.publicUrl]));
    const files = this.#kept.get(key) ?? licenceFiles(item, text, shop).map(madeFile);
    if (this.#kept.delete(key)) this.#bytes -= bytesOf(files);
    this.#kept.set(key, files);
    this.#bytes += bytesOf(files);
    for (const [oldest, old] of this.#kept) {
      if (this.#bytes <= this.#mostBytes) break;
      this.#kept.delete(oldest);
      this.#bytes -= bytesOf(old);
    }
    return files;
  }
}

export function madeFile({ name, content }: { name: string; content: Buffer }): MadeFile {
  const { length } = content;
  return { name, content, bytes: length, sha256: sha256(content), crc32: crc32(content) };
}

function bytesOf(files: readonly MadeFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
