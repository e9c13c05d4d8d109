import type { Hono } from 'hono';
import { referenceImagesField, referenceImageTypes } from '#contract/shop/custom-request.ts';
import { pathDescriptions } from '#contract/shop/path-descriptions.ts';
import {
  customRequestPath,
  manifestPath,
  paths,
  startsCustomRequest,
} from '#contract/shop/paths.ts';
import type { CatalogueServices } from '../catalogue/catalogue-services.ts';
import { escapeHtml } from '../platform/escape-html.ts';
import { type EncodedText, encodedText, respondText } from '../platform/http/encoded-text.ts';
import { appIconRoutes, appIcons, paper } from './app-icons.ts';
import { changedColorsIn } from './look.ts';

/** The screenshots a browser shows before the shop is installed, in this order; `npm run screenshots` makes them. */
export const screenshots = [
  { name: 'narrow', form: 'narrow', label: 'The home page of the installed app' },
  { name: 'narrow-shop', form: 'narrow', label: 'All designs with their prices, on a phone' },
  { name: 'narrow-design', form: 'narrow', label: 'A design with its pictures and files' },
  { name: 'wide', form: 'wide', label: 'All designs with their prices' },
  { name: 'wide-design', form: 'wide', label: 'A design with its licence and files' },
] as const;

/** In pixels. */
export const screenshotSizes = {
  narrow: { width: 1080, height: 1920 },
  wide: { width: 1920, height: 1080 },
} as const;

/** The address of a screenshot. */
export function screenshotPath({ name }: (typeof screenshots)[number]): string {
  return `/screenshots/${name}.webp`;
}

const shortcuts = [
  { name: 'Search', url: paths.search.path, icon: appIcons.search96 },
  { name: 'My orders', url: paths.myOrders.path, icon: appIcons.orders96 },
  { name: 'Cart', url: paths.cart.path, icon: appIcons.cart96 },
  { name: 'Request a custom', url: customRequestPath, icon: appIcons.custom96 },
] as const;

function png({ size, url }: { readonly size: number; readonly url: string }) {
  return { src: url, sizes: `${size}x${size}`, type: 'image/png' };
}

/** The icons of an installed app. */
export const manifestIcons = [
  { ...png(appIcons.any192), purpose: 'any' },
  { ...png(appIcons.any512), purpose: 'any' },
  { ...png(appIcons.maskable512), purpose: 'maskable' },
];

function screenshotEntry(screenshot: (typeof screenshots)[number]) {
  const { form, label } = screenshot;
  const { width, height } = screenshotSizes[form];
  const sizes = `${width}x${height}`;
  return { src: screenshotPath(screenshot), sizes, type: 'image/webp', form_factor: form, label };
}

/** The file extensions of the picture types that a custom request accepts. */
const pictureEndings: Readonly<Record<(typeof referenceImageTypes)[number], readonly string[]>> = {
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/webp': ['.webp'],
  'image/avif': ['.avif'],
};

/** The web app manifest, with the studio's name and the colour of its pages. */
function manifest(brand: string, page: string): object {
  return {
    id: '/',
    name: brand,
    short_name: brand,
    description: pathDescriptions.home,
    lang: 'en',
    dir: 'ltr',
    start_url: paths.home.path,
    scope: '/',
    display: 'standalone',
    display_override: ['window-controls-overlay', 'standalone'],
    // The open window decides where a launch leads: src/app/launches.ts.
    launch_handler: { client_mode: ['focus-existing', 'auto'] },
    handle_links: 'preferred',
    theme_color: page,
    background_color: page,
    categories: ['shopping', 'lifestyle'],
    icons: manifestIcons,
    screenshots: screenshots.map(screenshotEntry),
    shortcuts: shortcuts.map(({ name, url, icon }) => ({ name, url, icons: [png(icon)] })),
    file_handlers: [{ action: paths.home.path, accept: pictureEndings }],
    share_target: {
      action: customRequestPath,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: {
        title: 'title',
        text: 'text',
        url: 'url',
        files: [{ name: referenceImagesField, accept: [...referenceImageTypes] }],
      },
    },
  };
}

/** Head tags that announce the app to browsers; iOS has its own. */
export function installTags(brand: string): string[] {
  return [
    `<link rel="manifest" href="${manifestPath}">`,
    `<link rel="apple-touch-icon" href="${appIcons.appleTouch180.url}">`,
    '<meta name="mobile-web-app-capable" content="yes">',
    '<meta name="apple-mobile-web-app-capable" content="yes">',
    `<meta name="apple-mobile-web-app-title" content="${escapeHtml(brand)}">`,
    '<meta name="apple-mobile-web-app-status-bar-style" content="default">',
  ];
}

/** The manifest, its icons and the target of the share sheet. */
export function manifestRoutes(app: Hono, services: CatalogueServices): void {
  let kept: (EncodedText & { readonly json: string }) | null = null;

  app.get(manifestPath, (context) => {
    const brand = services.catalogue.answer('shopSettings', {} as never)?.name ?? '';
    const json = JSON.stringify(manifest(brand, changedColorsIn(services).paper ?? paper));
    if (kept?.json !== json) kept = { ...encodedText(json), json };
    return respondText(
      kept,
      { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'no-cache' },
      (header) => context.req.header(header),
    );
  });
  appIconRoutes(app);

  // The worker handles shared files. Without one, the buyer is at least redirected to the form (OP-71).
  app.post(paths.home.path, async (context, next) => {
    if (startsCustomRequest(new URL(context.req.url).search)) {
      return context.redirect(customRequestPath, 303);
    }
    await next();
    return undefined;
  });
}
