import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Hono } from 'hono';
import type { PathName } from '#contract/shop/paths.ts';
import type { Services } from '../platform/services/services.ts';
import { BuiltFiles } from './built-files.ts';
import { assetsFolder } from './store-assets.ts';

/** The built shop: its shell, manifest and files. */
export interface BuiltShop {
  /** index.html with its placeholders (contract/shop/shell.ts). */
  template(): string;
  /** The styles in the template itself, as a security policy allows them. */
  readonly ownStyles: string;
  /** Scripts and styles of the chunks that these source files became, with what they import. */
  chunks(...sources: readonly string[]): {
    readonly scripts: readonly string[];
    readonly styles: readonly string[];
  };
  /** The folder whose files are served. */
  readonly folder: string;
}

interface ManifestChunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
  readonly isEntry?: boolean;
}

/** Reads `dist/shop` as built by `npm run build`. */
export function readBuiltShop(folder: string): BuiltShop {
  const path = join(folder, '.vite/manifest.json');
  if (!existsSync(path))
    throw new Error(`The shop is not built: ${path} is missing. Run npm run build.`);
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Record<string, ManifestChunk>;
  const template = readFileSync(join(folder, 'index.html'), 'utf8');
  const [, styles = ''] = /<style>(.*?)<\/style>/s.exec(template) ?? [];
  const entry = Object.entries(manifest).find(([, chunk]) => chunk.isEntry);
  // The template already loads the entry's own files.
  const known = collect(manifest, entry?.[0] ?? '', new Set());

  return {
    folder,
    template: () => template,
    ownStyles: `'sha256-${hash('sha256', styles, 'base64')}'`,
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

/** Paths that share a page's file, with its name. */
const sharedPages: Partial<Record<PathName, string>> = {
  dashboard: 'myOrders',
  myRequests: 'requests',
  myRequest: 'requests',
  customRequest: 'requests',
};

/** Tags that load a page's own chunks in parallel with the entry instead of after it. */
export function pageAssets(shop: BuiltShop, name: PathName): string[] {
  const file = sharedPages[name] ?? name;
  const kebab = file.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const { scripts, styles } = shop.chunks(
    `src/app/pages/${kebab}-page.tsx`,
    ...(rowPages.has(name) ? ['src/offline/accounts/account-engine.ts'] : []),
  );
  return [...styles.map((path) => `<link rel="stylesheet" href="/${path}">`), ...preloads(scripts)];
}

/** Tags that load scripts in parallel with the entry instead of after it. */
function preloads(scripts: readonly string[]): string[] {
  return scripts.map((path) => `<link rel="modulepreload" crossorigin href="/${path}">`);
}

/** Answers the built files. Without a worker, the worker's address answers the script that removes the worker. */
export function assetRoutes(app: Hono, { env }: Services, shop: BuiltShop): void {
  const files = new BuiltFiles(shop.folder, assetsFolder(env.dataDir, 'shop'));

  app.get('*', async (context, next) => {
    const asked = context.req.path.slice(1);
    const name = asked === 'sw.js' && !env.hasWorker ? 'kill-switch.js' : asked;
    const response = await files.answer(context, name);
    if (response) return response;
    await next();
    return undefined;
  });
}
