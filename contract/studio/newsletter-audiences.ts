import { licenseTypeNames } from '../shop/account.ts';

interface Category {
  readonly _id: string;
  readonly name: string;
}

/** Who can get a newsletter, in words. */
export function newsletterAudiences(categories: readonly Category[]) {
  const each = (kind: string, words: string, rest = '') =>
    categories.map(({ _id, name }) => ({
      value: `${kind}:${_id}`,
      label: `${words} of ${name}${rest}`,
    }));
  return [
    { value: 'everyone', label: 'Everyone who asked for news' },
    { value: 'bought', label: 'Bought a design' },
    ...each('bought', 'Bought a design'),
    { value: 'neverBought', label: 'Never bought a design' },
    { value: 'wished', label: 'Have a design on their wishlist' },
    ...each('wished', 'Have a design', ' on their wishlist'),
    ...Object.entries(licenseTypeNames).map(([value, name]) => ({
      value,
      label: `Licence: ${name}`,
    })),
  ];
}

export function audienceInWords(audience: string, categories: readonly Category[]): string {
  const known = newsletterAudiences(categories).find(({ value }) => value === audience);
  return known?.label ?? 'A category that is gone';
}
