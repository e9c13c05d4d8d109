import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import type { Context, Hono } from 'hono';
import type { PathName } from '#contract/shop/paths.ts';
import { unlessAbsent } from '../platform/files/unless-absent.ts';
import { chooseEncoding, matches } from '../platform/http/encoded-text.ts';

/** The built shop: its shell, manifest and files. */
export interface BuiltShop {
  /** index.html with its placeholders (contract/shop/shell.ts). */
  template(): string;
  /** Scripts and styles of the chunks that these source files became, with what they import. */
  chunks(...sources: readonly string[]): {
    readonly scripts: readonly string[];
    readonly styles: readonly string[];
  };
  /** The folder whose files are served. */
  readonly folder: string;
  /** The folder with hashed files of earlier builds; null if there is none. */
  readonly earlierAssets: string | null;
}

interface ManifestChunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
  readonly isEntry?: boolean;
}

/** Reads `dist/shop` as built by `npm run build`. */
export function readBuiltShop(folder: string, earlierAssets: string | null = null): BuiltShop {
  const path = join(folder, '.vite/manifest.json');
  if (!existsSync(path))
    throw new Error(`The shop is not built: ${path} is missing. Run npm run build.`);
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Record<string, ManifestChunk>;
  const template = readFileSync(join(folder, 'index.html'), 'utf8');
  const entry = Object.entries(manifest).find(([, chunk]) => chunk.isEntry);
  // The template already loads the entry's own files.
  const known = collect(manifest, entry?.[0] ?? '', new Set());

  return {
    folder,
    earlierAssets,
    template: () => template,
    chunks(...sources) {
      const all = new Set(known);
      for (const source of sources) collect(manifest, source, all);
      const chunks = [...all].filter((key) => !known.has(key));
      return {
        scripts: chunks.flatMap((key) => manifest[key]?.file ?? []),
        styles: chunks.flatMap((key) => manifest[key]?.css ?? []),
      };
    },
  };
}

function collect(
  manifest: Record<string, ManifestChunk>,
  key: string,
  seen: Set<string>,
): Set<string> {
  const chunk = manifest[key];
  if (!chunk || seen.has(key)) return seen;
  seen.add(key);
  for (const imported of chunk.imports ?? []) collect(manifest, imported, seen);
  return seen;
}

/** Pages that show rows of the device and so need the code that opens them. */
const rowPages: ReadonlySet<PathName> = new Set(['cart', 'myWishlist']);

/** Head tags that load a page's own chunks in parallel with the entry instead of after it. */
export function pageAssets(shop: BuiltShop, name: PathName): string[] {
  const file = name === 'dashboard' ? 'myOrders' : name;
  const kebab = file.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const { scripts, styles } = shop.chunks(
    `src/app/pages/${kebab}-page.tsx`,
    ...(rowPages.has(name) ? ['src/offline/accounts/account-engine.ts'] : []),
  );
  return [...styles.map((path) => `<link rel="stylesheet" href="/${path}">`), ...preloads(scripts)];
}

/** Head tags that load scripts in parallel with the entry instead of after it. */
function preloads(scripts: readonly string[]): string[] {
  return scripts.map((path) => `<link rel="modulepreload" crossorigin href="/${path}">`);
}

const mediaTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** The path of each served file by name: this build's files, then those left by earlier builds. */
export function servedFiles(
  folder: string,
  earlierAssets: string | null,
): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path);
    if (entry.isFile() && !name.startsWith('.') && name !== 'index.html') files.set(name, path);
  }
  if (earlierAssets === null) return files;
  for (const name of readdirSync(earlierAssets)) {
    if (!files.has(`assets/${name}`)) files.set(`assets/${name}`, join(earlierAssets, name));
  }
  return files;
}

/**
 * The built files, compressed by the build; hashed ones are cached for ever. Without `hasWorker`, the
 * worker's address answers the script that removes the worker.
 */
export function assetRoutes(app: Hono, shop: BuiltShop, hasWorker: boolean): void {
  const files = serveFiles(servedFiles(shop.folder, shop.earlierAssets));

  app.get('*', async (context, next) => {
    const asked = context.req.path.slice(1);
    const name = asked === 'sw.js' && !hasWorker ? 'kill-switch.js' : asked;
    if (files.has(name)) return files.serve(context, name);
    // HTML in place of a missing script would be cached as the script.
    if (name.startsWith('assets/')) return context.text('Not found.', 404);
    await next();
    return undefined;
  });
}

/** Serves built files by name, as found by `servedFiles`. */
export function serveFiles(files: ReadonlyMap<string, string>) {
  const etags = new Map<string, string>();

  async function serve(context: Context, name: string): Promise<Response> {
    const encoding = chooseEncoding(
      context.req.header('accept-encoding'),
      Number.POSITIVE_INFINITY,
    );
    const suffix = { br: '.br', gzip: '.gz', identity: '' }[encoding];
    const isEncoded = suffix !== '' && files.has(name + suffix);
    const path = files.get(isEncoded ? name + suffix : name);
    // A new build may delete a file while the server runs.
    const bytes = path === undefined ? null : await unlessAbsent(readFile(path));
    if (path === undefined || !bytes) return context.text('Not found.', 404);
    let etag = etags.get(path);
    if (!etag) {
      etag = `"${createHash('sha1').update(bytes).digest('base64url')}"`;
      etags.set(path, etag);
    }
    const headers: Record<string, string> = {
      'Content-Type': mediaTypes[extname(name)] ?? 'application/octet-stream',
      'Cache-Control': name.startsWith('assets/')
        ? 'public, max-age=31536000, immutable'
        : 'public, no-cache',
      'X-Content-Type-Options': 'nosniff',
      Vary: 'Accept-Encoding',
      ETag: etag,
    };
    if (matches(context.req.header('if-none-match'), etag)) {
      return new Response(null, { status: 304, headers });
    }
    if (isEncoded) headers['Content-Encoding'] = encoding;
    return new Response(bytes, { headers });
  }

  return {
    has: (name: string) => files.has(name) && !/\.(br|gz)$/.test(name),
    serve,
  };
}
