import type { Hono } from 'hono';
import { referenceImagesField, referenceImageTypes } from '#contract/shop/custom-request.ts';
import {
  customRequestPath,
  manifestPath,
  paths,
  startsCustomRequest,
} from '#contract/shop/paths.ts';
import { sharedUnsavedPath } from '#contract/shop/share-target.ts';
import type { Look } from '#contract/studio/look.ts';
import type { CatalogueServices } from '../catalogue/catalogue-services.ts';
import { firstContent } from '../platform/content/first-content.ts';
import { escapeHtml } from '../platform/escape-html.ts';
import { type EncodedText, encodedText, respondText } from '../platform/http/encoded-text.ts';
import { type AppIconName, appIconRoutes, appIcons } from './app-icons.ts';
import { pathTexts } from './head.ts';
import { lookIn } from './look.ts';

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

const shortcuts: readonly { name: string; url: string; icon: AppIconName }[] = [
  { name: 'Search', url: paths.search.path, icon: 'search96' },
  { name: 'My orders', url: paths.myOrders.path, icon: 'orders96' },
  { name: 'Cart', url: paths.cart.path, icon: 'cart96' },
  { name: 'Request a custom', url: customRequestPath, icon: 'custom96' },
];

function png({ size, url }: { readonly size: number; readonly url: string }) {
  return { src: url, sizes: `${size}x${size}`, type: 'image/png' };
}

/** The icons of an installed app. */
export function manifestIcons(look: Look) {
  const { any192, any512, maskable512 } = appIcons(look);
  return [
    { ...png(any192), purpose: 'any' },
    { ...png(any512), purpose: 'any' },
    { ...png(maskable512), purpose: 'maskable' },
  ];
}

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

/** The web app manifest, with the studio's name and look. */
function manifest(brand: string, description: string, look: Look): object {
  const icons = appIcons(look);
  return {
    id: '/',
    name: brand,
    short_name: brand,
    description,
    lang: 'en',
    dir: 'ltr',
    start_url: paths.home.path,
    scope: '/',
    display: 'standalone',
    display_override: ['window-controls-overlay', 'standalone'],
    // The open window decides where a launch leads: src/app/launches.ts.
    launch_handler: { client_mode: ['focus-existing', 'auto'] },
    handle_links: 'preferred',
    theme_color: look.paper,
    background_color: look.paper,
    categories: ['shopping', 'lifestyle'],
    icons: manifestIcons(look),
    screenshots: screenshots.map(screenshotEntry),
    shortcuts: shortcuts.map(({ name, url, icon }) => ({ name, url, icons: [png(icons[icon])] })),
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

/** The browser tab's icon of a shop with the usual look: sharp at any size. */
const usualIcon = '<link rel="icon" href="/favicon.svg" type="image/svg+xml">';
const { any192: usual } = appIcons(firstContent.look);

/** Head tags that announce the app to browsers; iOS has its own. */
export function installTags(brand: string, look: Look): string[] {
  const { any192, appleTouch180 } = appIcons(look);
  return [
    any192.url === usual.url
      ? usualIcon
      : `<link rel="icon" href="${any192.url}" type="image/png">`,
    `<link rel="manifest" href="${manifestPath}">`,
    `<link rel="apple-touch-icon" href="${appleTouch180.url}">`,
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
    const { searchEngineTexts } = services.catalogue;
    const { description } = pathTexts('home', brand, null, null, searchEngineTexts);
    const json = JSON.stringify(manifest(brand, description, lookIn(services)));
    if (kept?.json !== json) kept = { ...encodedText(json), json };
    return respondText(
      kept,
      { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'no-cache' },
      (header) => context.req.header(header),
    );
  });
  appIconRoutes(app, services);

  // The worker handles shared files. Without one, the buyer is told in the form to add them there (OP-71).
  app.post(paths.home.path, async (context, next) => {
    if (startsCustomRequest(new URL(context.req.url).search)) {
      return context.redirect(sharedUnsavedPath, 303);
    }
    await next();
    return undefined;
  });
}
