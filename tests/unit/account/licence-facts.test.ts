import { describe, expect, it } from 'vitest';
import { licenceFacts } from '#features/account/licence-facts.ts';

describe('the licence information of an account', () => {
  it('names the type and links to the business (L04)', () => {
    const link = 'https://shop.example/hazel';
    expect(licenceFacts({ licenseType: 'FABRIC_SHOP', businessVerificationLink: link })).toEqual({
      type: 'Fabric shop',
      link,
      href: link,
    });
  });

  it('is empty if nothing is set', () => {
    expect(licenceFacts({})).toEqual({ type: '', link: '', href: null });
  });

  it('links nowhere if the text is not a web address', () => {
    const { link, href } = licenceFacts({ businessVerificationLink: 'javascript:alert(1)' });
    expect(link).toBe('javascript:alert(1)');
    expect(href).toBeNull();
  });
});
