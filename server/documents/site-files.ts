import type { Hono } from 'hono';
import { collectionPath, type PathName, paths, productPath } from '#contract/shop/paths.ts';
import type { CatalogueServices } from '../catalogue/catalogue-services.ts';
import { escapeHtml } from '../platform/escape-html.ts';

/** robots.txt and sitemap.xml, from the table of paths and the catalogue. */
export function siteFileRoutes(app: Hono, services: CatalogueServices): void {
  const { publicUrl } = services.env;

  app.get('/robots.txt', (context) => {
    // Private screens have a noindex tag; a crawler must be allowed to read it.
    const lines = ['User-agent: *', 'Disallow: /api/', 'Disallow: /files/'];
    return context.text(`${lines.join('\n')}\n\nSitemap: ${publicUrl}/sitemap.xml\n`);
  });

  app.get('/sitemap.xml', (context) => {
    const screens = (Object.keys(paths) as PathName[])
      .filter((name) => paths[name].isIndexed && !paths[name].path.includes(':'))
      .map((name) => paths[name].path);
    const snapshot = services.catalogue.answer('products', {} as never);
    const designs = (snapshot?.products ?? []).map((product) => productPath(product._id));
    const answer = services.catalogue.answer('collections', {} as never);
    const collections = (answer?.collections ?? []).map(({ slug }) => collectionPath(slug));
    const urls = [...screens, ...collections, ...designs].map(
      (path) => `  <url><loc>${escapeHtml(publicUrl + path)}</loc></url>`,
    );
    return context.body(
      `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`,
      200,
      { 'Content-Type': 'application/xml' },
    );
  });
}
