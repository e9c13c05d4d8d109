import { type LicenseType, licenseTypes } from '#contract/shop/account.ts';
import { withItems } from '#contract/shop/licence-rules.ts';
import type { CompleteText, StoredText } from '#contract/studio/licences.ts';
import type { Reader } from '../platform/database/open.ts';
import { earlierFirstTexts, firstTexts } from './first-texts.ts';

/** Every version that was ever in force, newest first. There are few, so all are read together. */
export async function storedTexts(reader: Reader): Promise<StoredText[]> {
  const rows = await reader
    .selectFrom('licenceTexts')
    .innerJoin('studioAccounts', 'studioAccounts.id', 'licenceTexts.accountId')
    .select(['licenseType', 'version', 'allows', 'forbids', 'goods', 'licenceItems as items'])
    .select(['publishedAt', 'email'])
    .orderBy('licenceTexts.id', 'desc')
    .execute();
  const written = rows.map(({ publishedAt, email, ...text }) => ({
    ...text,
    allows: JSON.parse(text.allows) as string[],
    forbids: JSON.parse(text.forbids) as string[],
    published: { at: publishedAt, actor: email },
  }));
  const first = [...licenseTypes.map((type) => firstTexts[type]), ...earlierFirstTexts];
  return [...written, ...first.map((text) => ({ ...text, published: null }))];
}

/** The text of each licence for purchases made now. */
export async function textsInForce(
  reader: Reader,
): Promise<Readonly<Record<LicenseType, CompleteText>>> {
  const inForce: Record<LicenseType, CompleteText> = { ...firstTexts };
  // Oldest first, so that the newest wins.
  for (const text of (await storedTexts(reader)).reverse()) {
    inForce[text.licenseType] = shownText(text);
  }
  return inForce;
}

/** The texts under which these items were bought, without duplicates. A version that was never in force has none. */
export async function textsOf(
  reader: Reader,
  items: readonly { readonly licenseType: LicenseType; readonly licenceTextVersion: string }[],
): Promise<CompleteText[]> {
  if (items.length === 0) return [];
  const keyOf = (licenseType: LicenseType, version: string) => `${licenseType} ${version}`;
  const wanted = new Set(items.map((item) => keyOf(item.licenseType, item.licenceTextVersion)));
  const texts = await storedTexts(reader);
  return texts
    .filter(({ licenseType, version }) => wanted.has(keyOf(licenseType, version)))
    .map(shownText);
}

/** The text as buyers see it: with its number of items, and without who wrote it. */
function shownText({ published: _, ...text }: StoredText): CompleteText {
  return { ...text, goods: withItems(text.goods, text.items) };
}
