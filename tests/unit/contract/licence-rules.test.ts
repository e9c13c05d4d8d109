import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { licenseTypes } from '#contract/shop/account.ts';
import { licenceCovers, licenceSentence, withItems } from '#contract/shop/licence-rules.ts';
import { meterHelp } from '#features/orders/meter-words.ts';
import { firstTexts } from '#server/licences/first-texts.ts';
import { textsInForce, textsOf } from '#server/licences/stored-texts.ts';
import { makeServices } from '#tests/support/make-services.ts';

/** The only files that may contain numbers of licensed items. */
const sources = ['contract/shop/licence-rules.ts', 'server/licences/first-texts.ts'];

function files(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

describe('what a licence allows', () => {
  it('matches the wording of the terms', () => {
    expect(licenceSentence('handmade', 100)).toBe('Small handmade shops need no extra licence.');
    expect(licenceSentence('fabric', 100)).toBe(
      'Fabric shops and similar sellers need a single-file licence at purchase.',
    );
    expect(licenceSentence('wholesale', 100)).toBe(
      'Wholesale and print-on-demand need a single-file licence for every 100 items sold.',
    );
  });

  it('limits goods in wholesale and print-on-demand only, for every kind of seller', () => {
    for (const type of licenseTypes) {
      expect(licenceCovers(type, 100)).toMatch(
        /^[^.]*as much as you like[^.]*\. Wholesale and print-on-demand: up to 100 items\.$/,
      );
      expect(meterHelp(type)).toMatch(/^Count what you sell in wholesale or print-on-demand;/);
      const limited = firstTexts[type].goods
        .split(/(?<=[.:]) /)
        .filter((each) => each.includes('{items}'));
      expect(limited[0]).toMatch(/^Goods sold wholesale or through print-on-demand need/);
    }
  });

  it('stays as it was for those who bought under an earlier text', async () => {
    const { database } = await makeServices();
    const bought = { licenseType: 'FABRIC_SHOP', licenceTextVersion: '2026-11' } as const;
    const [text] = await textsOf(database.read, [bought]);
    expect(text?.goods).toContain('It covers 100 items.');
    const inForce = await textsInForce(database.read);
    expect(inForce.FABRIC_SHOP.goods).not.toContain('It covers');
  });

  it('matches the first text of each licence', () => {
    for (const type of licenseTypes) {
      expect(withItems(firstTexts[type].goods, firstTexts[type].items)).toContain('100');
    }
    expect(firstTexts.SMALL_BUSINESS.goods).toContain('by hand for your own small shop needs no');
  });

  it('is defined in one place', () => {
    const numbers =
      /\b100[ -](?:sold |more )?(?:goods|items?)\b|licenceGoods|single-file licence for(?! (?:every )?\$?\{items\})/;
    const elsewhere = ['contract', 'server', 'src', 'studio']
      .flatMap(files)
      .filter((file) => !sources.includes(file))
      .filter((file) => numbers.test(readFileSync(file, 'utf8')));
    expect(elsewhere).toEqual([]);
  });
});
