import { paths } from '#contract/shop/paths.ts';

/** The main navigation, in the header and in the slide-in menu. */
export const navigation = [
  { label: 'HOME', to: paths.home.path },
  { label: 'SHOP', to: paths.shop.path },
  { label: 'T&C', to: paths.terms.path },
] as const;
