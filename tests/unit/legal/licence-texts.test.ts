import { describe, expect, test } from 'vitest';
import { licenseTypes } from '#contract/account.ts';
import { licenceText } from '#features/legal/licence-texts.ts';
import { readSetting } from '#server/studio/settings.ts';
import { makeServices } from '#tests/support/make-services.ts';

describe('the licence text', () => {
  test.each(licenseTypes)('of the version being sold is kept for %s', async (licenseType) => {
    const services = await makeServices();
    const { value } = await readSetting(services.database.read, 'studio');
    const text = licenceText(value.licenceTextVersion, licenseType);
    expect(text?.allows.length).toBeGreaterThan(0);
    expect(text?.forbids.length).toBeGreaterThan(0);
    expect(text?.goods).toContain('every 100 items sold');
  });

  test('says what each licence type needs', () => {
    expect(licenceText('2026-11', 'SMALL_BUSINESS')?.goods).toContain('no extra licence');
    expect(licenceText('2026-11', 'FABRIC_SHOP')?.goods).toContain('single-file licence');
  });

  test('of a version that was never sold is none', () => {
    expect(licenceText('1', 'FABRIC_SHOP')).toBeNull();
    expect(licenceText('toString', 'FABRIC_SHOP')).toBeNull();
  });
});
