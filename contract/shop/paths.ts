/** One screen of the shop. `title` goes into the HTML head; `{name}` is the studio's name. */
export interface ShopPath {
  /** In the syntax that React Router and Hono share: `:id` is a parameter. */
  readonly path: string;
  readonly title: string;
  /** False keeps the page out of search engines and the sitemap. */
  readonly isIndexed: boolean;
}

function shopPath(entry: Omit<ShopPath, 'isIndexed'> & Partial<ShopPath>): ShopPath {
  return { isIndexed: true, ...entry };
}

/** Every URL of the shop. Links, router, server-rendered heads and sitemap use this table. */
export const paths = {
  home: shopPath({
    path: '/',
    // The studio's own title replaces it, once it is known (contract/shop/content.ts).
    title: '{name}',
  }),
  terms: shopPath({
    path: '/terms-conditions',
    title: 'Terms and conditions · {name}',
  }),
  privacy: shopPath({
    path: '/privacy',
    title: 'Privacy · {name}',
  }),
  imprint: shopPath({
    path: '/imprint',
    title: 'Imprint · {name}',
  }),
  about: shopPath({
    path: '/about',
    title: 'About us · {name}',
  }),
  contact: shopPath({
    path: '/contact',
    title: 'Contact · {name}',
  }),
  accessibility: shopPath({
    path: '/accessibility',
    title: 'Accessibility · {name}',
  }),
  licence: shopPath({
    path: '/licence',
    title: 'Licences · {name}',
  }),
  signUp: shopPath({
    path: '/sign-up',
    title: 'Sign up · {name}',
  }),
  signIn: shopPath({
    path: '/sign-in',
    title: 'Sign in · {name}',
  }),
  forgotPassword: shopPath({
    path: '/forgot-password',
    title: 'Forgot password · {name}',
    isIndexed: false,
  }),
  verifyOtp: shopPath({
    path: '/verify-otp',
    title: 'Enter your code · {name}',
    isIndexed: false,
  }),
  resetPassword: shopPath({
    path: '/reset-password',
    title: 'New password · {name}',
    isIndexed: false,
  }),
  shop: shopPath({
    path: '/shop',
    title: 'Shop all designs · {name}',
  }),
  bestSellers: shopPath({
    path: '/best-sellers',
    title: 'Best sellers · {name}',
  }),
  search: shopPath({
    path: '/search-product',
    title: 'Search · {name}',
    isIndexed: false,
  }),
  product: shopPath({
    path: '/product-details/:id',
    title: '{title} · {name}',
  }),
  clothBench: shopPath({
    path: '/product-details/:id/bench',
    title: '{title} on cloth · {name}',
    isIndexed: false,
  }),
  collections: shopPath({
    path: '/collections',
    title: 'Collections · {name}',
  }),
  collection: shopPath({
    path: '/collections/:slug',
    title: '{title} collection · {name}',
  }),
  cart: shopPath({
    path: '/add-to-cart',
    title: 'My Cart · {name}',
    isIndexed: false,
  }),
  coupon: shopPath({
    path: '/c/:code',
    title: 'Your coupon · {name}',
    isIndexed: false,
  }),
  checkout: shopPath({
    path: '/checkout',
    title: 'Checkout · {name}',
    isIndexed: false,
  }),
  orderSuccess: shopPath({
    path: '/order-success',
    title: 'Order confirmed · {name}',
    isIndexed: false,
  }),
  dashboard: shopPath({
    path: '/dashboard',
    title: 'My orders · {name}',
    isIndexed: false,
  }),
  myOrders: shopPath({
    path: '/dashboard/my-orders',
    title: 'My orders · {name}',
    isIndexed: false,
  }),
  itemLicence: shopPath({
    path: '/dashboard/my-orders/:order/licence/:item',
    title: 'Your licence · {name}',
    isIndexed: false,
  }),
  myWishlist: shopPath({
    path: '/dashboard/my-wishlist',
    title: 'My wishlist · {name}',
    isIndexed: false,
  }),
  myAccount: shopPath({
    path: '/dashboard/my-account',
    title: 'My account · {name}',
    isIndexed: false,
  }),
  myRequests: shopPath({
    path: '/dashboard/my-requests',
    title: 'Custom requests · {name}',
    isIndexed: false,
  }),
  myRequest: shopPath({
    path: '/dashboard/my-requests/:id',
    title: 'Custom request · {name}',
    isIndexed: false,
  }),
  customRequest: shopPath({
    path: '/custom-request',
    title: 'Custom request · {name}',
    isIndexed: false,
  }),
  storage: shopPath({
    path: '/app-storage',
    title: 'App and offline storage · {name}',
    isIndexed: false,
  }),
  stall: shopPath({
    path: '/stall',
    title: 'Show to customers · {name}',
    isIndexed: false,
  }),
  stallDesigns: shopPath({
    path: '/stall/designs',
    title: 'Designs · {name}',
    isIndexed: false,
  }),
} as const satisfies Record<string, ShopPath>;

export type PathName = keyof typeof paths;

/** Fills in the parameters of a path from the table. */
export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''));
}

export function productPath(productId: string): string {
  return fillPath(paths.product.path, { id: productId });
}

export function collectionPath(slug: string): string {
  return fillPath(paths.collection.path, { slug });
}

/** The page that gives a coupon to anybody who opens it. */
export function couponPath(code: string): string {
  return fillPath(paths.coupon.path, { code });
}

/** A design at its real size on cloth. */
export function clothBenchPath(productId: string): string {
  return fillPath(paths.clothBench.path, { id: productId });
}

/** Stall mode with designs proposed: of a pack, the wishlist or those bought (`stallChoiceOf`). */
export function stallPath(choice: string): string {
  return `${paths.stall.path}?${new URLSearchParams({ show: choice })}`;
}

/** The web app manifest, which makes the shop installable. */
export const manifestPath = '/manifest.webmanifest';

/** The shop filtered to the designers' favourites (OP-11). */
export const favouritesPath = `${paths.shop.path}?favourites=1`;

/** The shop filtered to one category. */
export function categoryPath(categoryId: string): string {
  return `${paths.shop.path}?category=${categoryId}`;
}

/** The shop filtered to one designer. */
export function designerPath(designer: string): string {
  return `${paths.shop.path}?designer=${encodeURIComponent(designer)}`;
}

/** The shop filtered to designs that have a colour, `#rrggbb`. */
export function colorPath(hex: string): string {
  return `${paths.shop.path}?color=${hex.slice(1)}`;
}

/** A search, with the filters of a query string. */
export function searchPath(query: string, filters = ''): string {
  return `${paths.search.path}?query=${encodeURIComponent(query)}${filters && `&${filters}`}`;
}

/** The home page with the custom request form open. Sharing from other apps posts here (OP-71). */
export const customRequestPath = `${paths.home.path}?custom`;

/** The shop with the filters of a query string. */
export function filteredPath(filters: string): string {
  return `${paths.shop.path}?${filters}`;
}

/**
 * The designs on a page of the server's, for browsers that can't run the shop. By its ending no worker answers it, however
 * old.
 */
export const plainPagePath = '/plain.html';

export const savedSearchesPath = `${paths.myAccount.path}#searches`;

/** Whether a home page URL's query opens the custom request form. */
export function startsCustomRequest(search: string): boolean {
  return new URLSearchParams(search).has('custom');
}

/** The terms under a version that was accepted. Those in force have the plain address, which every device stores. */
export function termsPath(version: string, inForce: string | undefined): string {
  if (version === '' || version === inForce) return paths.terms.path;
  return `${paths.terms.path}?${new URLSearchParams({ version })}`;
}

/** The parameters of a URL path that matches `pattern`; null if it doesn't match. */
function readParams(pattern: string, pathname: string): Record<string, string> | null {
  const given = pathname.split('/');
  const parts = pattern.split('/');
  if (parts.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [place, part] of parts.entries()) {
    const value = given[place] ?? '';
    if (!part.startsWith(':')) {
      if (part !== value) return null;
    } else {
      if (value === '') return null;
      try {
        params[part.slice(1)] = decodeURIComponent(value);
      } catch {
        // A broken escape matches nothing.
        return null;
      }
    }
  }
  return params;
}

/** The table's name for a URL path, or null if the shop has no such screen. Ignores a trailing slash. */
export function matchPath(
  pathname: string,
): { name: PathName; params: Record<string, string> } | null {
  const wanted = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
  for (const name of Object.keys(paths) as PathName[]) {
    const params = readParams(paths[name].path, wanted);
    if (params) return { name, params };
  }
  return null;
}

/**
 * A request header: the bytes of a bought file or a picture come from the shop itself, not by a redirect. For a
 * browser that can't reach the bucket, and a worker that may not read the pictures elsewhere.
 */
export const throughShopHeader = 'Through-Shop';
/** Its value if the file was asked for before, without this header: the shop counted that download. */
export const afterBucket = 'after-bucket';

export const imageWidths = [320, 640, 1200] as const;
export type ImageWidth = (typeof imageWidths)[number];
export const imageFormats = ['avif', 'webp'] as const;
export type ImageFormat = (typeof imageFormats)[number];

/** A preview's URL. `hash` is of its content, so what a URL shows never changes. */
export function imagePath(hash: string, width: ImageWidth, format: ImageFormat): string {
  return `/images/${hash}/${width}.${format}`;
}

/** A logo's URL: WebP for pages, PNG for e-mails. */
export function logoPath(hash: string, format: 'png' | 'webp'): string {
  return `/images/${hash}/logo.${format}`;
}

/** The same picture in another size or format, from a product image's `url`. */
export function imageVariant(url: string, width: ImageWidth, format: ImageFormat): string {
  return url.replace(/\/\d+\.\w+$/, `/${width}.${format}`);
}

/** A `srcset` of every width in one format. */
export function imageSourceSet(url: string, format: ImageFormat): string {
  return imageWidths.map((width) => `${imageVariant(url, width, format)} ${width}w`).join(', ');
}

/** The size and format in which a device stores gallery pictures: sharp on a phone. */
export function galleryPicture(url: string): string {
  return imageVariant(url, 640, 'avif');
}

/** The size and format in which a device stores the pictures of a season pack: sharp on a tablet, and zoomed. */
export function packPicture(url: string): string {
  return imageVariant(url, 1200, 'avif');
}

/** The displayed widths of pictures, for `sizes`. Cards and preloads must use the same ones. */
export const imageSizes = {
  // Less than the real width on the smallest screens: phones have three pixels per point, and the 640 px
  // picture is sharp enough there at half the bytes.
  card: '(min-width: 1280px) 302px, (min-width: 720px) 30vw, (min-width: 320px) 46vw, 58vw',
  gallery: '(min-width: 900px) 560px, 94vw',
  featured: '(min-width: 600px) 25vw, 50vw',
  suggestion: '44px',
} as const;
