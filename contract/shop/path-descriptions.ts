import type { PathName } from './paths.ts';

/** The screens that the studio describes in its own words (contract/studio/content.ts). */
export type DescribedPath = 'home' | 'shop' | 'licence' | 'terms';

/**
 * The other screens' descriptions for search engines and link previews. Separate from the paths, which every
 * page loads, because only the server writes documents.
 */
export const pathDescriptions: Readonly<Record<Exclude<PathName, DescribedPath>, string>> = {
  privacy: 'What the shop stores about you, for how long, and how to have it deleted.',
  imprint: 'Who runs this shop.',
  contact: 'Write to us.',
  about: 'Who draws the designs of this shop.',
  accessibility: 'How accessible this shop is, and how to tell us what doesn’t work.',
  signUp: 'Create an account to buy and download designs.',
  signIn: 'Sign in to your orders and downloads.',
  forgotPassword: 'Get a one-time code to set a new password.',
  verifyOtp: 'Enter the one-time code we mailed you.',
  resetPassword: 'Choose a new password.',
  bestSellers: 'Our best-selling designs.',
  search: 'Find a design by name, motif, category or designer.',
  product: 'A digital design at 350 DPI.',
  clothBench: 'A design at its real size on cloth.',
  collections: 'Sets of designs that go together, drawn to be mixed.',
  collection: 'Designs that go together.',
  cart: 'Designs in your cart.',
  coupon: 'A coupon for our designs.',
  checkout: 'Pay for your designs.',
  orderSuccess: 'Thank you for your order.',
  dashboard: 'Your account.',
  myOrders: 'Your orders and downloads.',
  itemLicence: 'The licence of a design you bought.',
  myWishlist: 'Designs you saved.',
  myAccount: 'Your profile, licence and login.',
  myRequests: 'Your custom requests.',
  myRequest: 'One of your custom requests.',
  customRequest: 'A custom request, for anybody who has its link.',
  storage: 'What this device stores for offline use.',
  stall: 'Show designs to customers, without prices.',
  stallDesigns: 'Designs to look at.',
};
