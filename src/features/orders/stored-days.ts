import { sinceZipPath } from '#contract/shop/bought-zip.ts';
import { keyOf } from './file-download.ts';
import { storedKeys } from './page-bought-file-storage.ts';

const storedKey = new RegExp(
  `^${keyOf(sinceZipPath('day')).replace('day', '(\\d{4}-\\d\\d-\\d\\d)')}$`,
);

/** The days since which all that was bought is on this device as one ZIP, in order. */
export async function storedDays(): Promise<readonly string[]> {
  return [...(await storedKeys())].flatMap((key) => storedKey.exec(key)?.[1] ?? []).sort();
}
