import { sinceZipPath } from '#contract/shop/bought-zip.ts';
import { keyOf } from './file-download.ts';
import { storedDigests } from './page-bought-file-storage.ts';

const dayLength = '2026-11-30'.length;
const dayAt = keyOf(sinceZipPath('day')).indexOf('day');

/** The days since which all that was bought is on this device as one ZIP, in order. */
export async function storedDays(): Promise<readonly string[]> {
  return [...(await storedDigests()).keys()]
    .flatMap((key) => {
      const day = key.slice(dayAt, dayAt + dayLength);
      return key === keyOf(sinceZipPath(day)) ? day : [];
    })
    .sort();
}
