/** One screen of the shop. `title` goes into the HTML head; `{name}` is the studio's name. */
export interface ShopPath {
  /** As React Router and Hono both read it: `:id` is a parameter. */
  readonly path: string;
  readonly title: string;
  /** False keeps the page out of search engines and the sitemap. */
  readonly isIndexed: boolean;
}

function shopPath(entry: Omit<ShopPath, 'isIndexed'> & Partial<ShopPath>): ShopPath {
  return { isIndexed: true, ...entry };
}

/** Every URL of the shop: links, router, server heads and sitemap read this table. */
export const paths = {
  home: shopPath({
    path: '/',
    title: '{name} · Hand-drawn seamless patterns and clip art',
  }),
  terms: shopPath({
    path: '/terms-conditions',
    title: 'Terms and conditions · {name}',
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
  cart: shopPath({
    path: '/add-to-cart',
    title: 'My Cart · {name}',
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
  storage: shopPath({
    path: '/app-storage',
    title: 'App and offline storage · {name}',
    isIndexed: false,
  }),
} as const satisfies Record<string, ShopPath>;

export type PathName = keyof typeof paths;

/** A path of the table with its parameters filled in. */
export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''));
}

export function productPath(productId: string): string {
  return fillPath(paths.product.path, { id: productId });
}

/** What a browser installs the shop by. */
export const manifestPath = '/manifest.webmanifest';

/** The shop with the designers' favourites alone (OP-11). */
export const favouritesPath = `${paths.shop.path}?favourites=1`;

/** The shop with the designs of one category. */
export function categoryPath(categoryId: string): string {
  return `${paths.shop.path}?category=${categoryId}`;
}

/** The shop with the designs of one designer. */
export function designerPath(designer: string): string {
  return `${paths.shop.path}?designer=${encodeURIComponent(designer)}`;
}

export function searchPath(query: string): string {
  return `${paths.search.path}?query=${encodeURIComponent(query)}`;
}

/** The home page with the form for a custom request open; what is shared is posted here (OP-71). */
export const customRequestPath = `${paths.home.path}?custom`;

/** The screen that undoes the change of an e-mail (OP-71); what comes after # never reaches a log. */
export function undoEmailPath(token: string): string {
  return `${paths.forgotPassword.path}?undo-email#token=${token}`;
}

/** The token that this screen was opened with, from its query and fragment; null for another screen. */
export function undoEmailToken(search: string, hash: string): string | null {
  if (!new URLSearchParams(search).has('undo-email')) return null;
  return new URLSearchParams(hash.slice(1)).get('token') ?? '';
}

/** Whether the query of a home page's URL asks for that form. */
export function startsCustomRequest(search: string): boolean {
  return new URLSearchParams(search).has('custom');
}

/** The list of orders with the details of one of them open. */
export function orderPath(orderId: string): string {
  return `${paths.myOrders.path}?order=${encodeURIComponent(orderId)}`;
}

/** The licence of one bought item (OP-71). */
export function itemLicencePath(orderId: string, itemId: string): string {
  return fillPath(paths.itemLicence.path, { order: orderId, item: itemId });
}

/** The parameters that make `pattern` of a URL path; null where it is another path. */
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
        // A broken escape names nothing.
        return null;
      }
    }
  }
  return params;
}

/** The path table's name for a URL path, or null where the shop has no such screen. A trailing slash is forgiven. */
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

export const imageWidths = [320, 640, 1200] as const;
export type ImageWidth = (typeof imageWidths)[number];
export const imageFormats = ['avif', 'webp'] as const;
export type ImageFormat = (typeof imageFormats)[number];

/** A preview's URL. `hash` is of its content, so an address never changes what it shows. */
export function imagePath(hash: string, width: ImageWidth, format: ImageFormat): string {
  return `/images/${hash}/${width}.${format}`;
}

/** The same picture in another size or format, from a product image's `url`. */
export function imageVariant(url: string, width: ImageWidth, format: ImageFormat): string {
  return url.replace(/\/\d+\.\w+$/, `/${width}.${format}`);
}

/** A `srcset` of every width in one format. */
export function imageSourceSet(url: string, format: ImageFormat): string {
  return imageWidths.map((width) => `${imageVariant(url, width, format)} ${width}w`).join(', ');
}

/** In this size and format a device stores the pictures of all galleries: sharp on a phone. */
export function galleryPicture(url: string): string {
  return imageVariant(url, 640, 'avif');
}

/** How wide pictures stand on the screen: the `sizes` of cards and preloads, which must agree. */
export const imageSizes = {
  // On the smallest screens less than they take: phones have three pixels a point, and the 640 px
  // picture is sharp enough there at half the bytes.
  card: '(min-width: 1280px) 302px, (min-width: 720px) 30vw, (min-width: 320px) 46vw, 58vw',
  gallery: '(min-width: 900px) 560px, 94vw',
  featured: '(min-width: 600px) 25vw, 50vw',
  suggestion: '44px',
} as const;

/** Stable, session-bound address of a bought file or of an item's whole ZIP (OP-21). */
export function downloadPath(orderId: string, itemId: string, file?: number): string {
  return `/api/orders/${orderId}/items/${itemId}/download${file === undefined ? '' : `/${file}`}`;
}
