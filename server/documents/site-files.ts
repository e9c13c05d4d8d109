import type { Context, Hono } from 'hono';
import { collectionPath, type PathName, paths, productPath } from '#contract/shop/paths.ts';
import type { CatalogueServices } from '../catalogue/catalogue-services.ts';
import { type EncodedText, encodedText, respondText } from '../platform/http/encoded-text.ts';
import { sitemapFilePath, sitemapFiles, sitemapIndex } from './sitemap.ts';

/** robots.txt and the sitemap, from the table of paths and the catalogue. */
export function siteFileRoutes(app: Hono, services: CatalogueServices): void {
  const { publicUrl } = services.env;
  let made: { readonly cursor: string; readonly files: ReadonlyMap<string, EncodedText> } | null =
    null;

  app.get('/robots.txt', (context) => {
    // Private screens have a noindex tag; a crawler must be allowed to read it.
    const lines = ['User-agent: *', 'Disallow: /api/', 'Disallow: /files/'];
    return context.text(`${lines.join('\n')}\n\nSitemap: ${publicUrl}/sitemap.xml\n`);
  });

  /** The files by path, made once for each cursor of the catalogue. */
  function sitemap(): ReadonlyMap<string, EncodedText> {
    const { cursor } = services.catalogue;
    if (made?.cursor !== cursor) made = { cursor, files: makeSitemap(services) };
    return made.files;
  }

  async function answer(context: Context): Promise<Response> {
    const file = sitemap().get(context.req.path);
    if (!file) return context.notFound();
    const headers = { 'Content-Type': 'application/xml', 'Cache-Control': 'public, no-cache' };
    return respondText(file, headers, (name) => context.req.header(name));
  }
  app.get('/sitemap.xml', answer);
  app.get('/:file{sitemap-[0-9]{1,4}\\.xml}', answer);
}

function makeSitemap({ env, catalogue }: CatalogueServices): ReadonlyMap<string, EncodedText> {
  const { publicUrl } = env;
  const files = sitemapFiles(publicUrl, indexedPaths(catalogue));
  const [only = ''] = files;
  const texts: [path: string, text: string][] =
    files.length === 1
      ? [['/sitemap.xml', only]]
      : [
          ['/sitemap.xml', sitemapIndex(publicUrl, files.length)],
          ...files.map((file, place): [string, string] => [sitemapFilePath(place + 1), file]),
        ];
  return new Map(texts.map(([path, text]) => [path, encodedText(text)]));
}

/** What search engines may list. The oldest designs come first, so that a new one moves no other to the next file. */
function* indexedPaths(catalogue: CatalogueServices['catalogue']): Iterable<string> {
  for (const name of Object.keys(paths) as PathName[]) {
    if (paths[name].isIndexed && !paths[name].path.includes(':')) yield paths[name].path;
  }
  const answer = catalogue.answer('collections', { params: undefined, query: undefined });
  for (const { slug } of answer?.collections ?? []) yield collectionPath(slug);
  for (const { _id } of catalogue.designs().toReversed()) yield productPath(_id);
}
