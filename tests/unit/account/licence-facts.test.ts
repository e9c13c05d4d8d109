import { describe, expect, it } from 'vitest';
import { licenceFacts } from '#features/account/licence-facts.ts';

describe('the licence information of an account', () => {
  it('names the type and leads to the link (L04)', () => {
    const link = 'https://shop.example/hazel';
    expect(licenceFacts({ licenseType: 'FABRIC_SHOP', businessVerificationLink: link })).toEqual({
      type: 'Fabric shop',
      link,
      href: link,
    });
  });

  it('is empty where nothing is set', () => {
    expect(licenceFacts({})).toEqual({ type: '', link: '', href: null });
  });

  it('leads nowhere with an address that is none of the web', () => {
    const { link, href } = licenceFacts({ businessVerificationLink: 'javascript:alert(1)' });
    expect(link).toBe('javascript:alert(1)');
    expect(href).toBeNull();
  });
});
