import type { Hono } from 'hono';
import type { Look } from '#contract/studio/look.ts';
import type { CatalogueServices } from '../catalogue/catalogue-services.ts';
import { firstContent } from '../platform/content/first-content.ts';
import { appIcons } from './app-icons.ts';
import { lookIn } from './look.ts';
import { manifestIcons } from './manifest.ts';

/** The manifest of the studio as an app of its own, beside the shop's, and the icon that iOS asks for. */
export function studioManifestRoutes(app: Hono, services: CatalogueServices): void {
  app.get('/studio/manifest.webmanifest', (context) => {
    const brand = services.catalogue.answer('shopSettings', {} as never)?.name ?? '';
    return context.body(JSON.stringify(studioManifest(brand, lookIn(services))), 200, {
      'Content-Type': 'application/manifest+json',
      'Cache-Control': 'no-cache',
      'X-Content-Type-Options': 'nosniff',
    });
  });
  app.get('/studio/apple-touch-icon.png', (context) =>
    context.redirect(appIcons(lookIn(services)).appleTouch180.url, 302),
  );
}

/** The studio's pages keep the colours that the shop started with. */
const { paper } = firstContent.look;

function studioManifest(brand: string, look: Look): object {
  return {
    id: '/studio/',
    name: `${brand} Studio`.trim(),
    short_name: 'Studio',
    lang: 'en',
    dir: 'ltr',
    start_url: '/studio/',
    scope: '/studio/',
    display: 'standalone',
    theme_color: paper,
    background_color: paper,
    icons: manifestIcons(look),
  };
}
