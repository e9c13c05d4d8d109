import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, extname, join, relative } from 'node:path';
import type { Context } from 'hono';
import { unlessAbsent } from '../platform/files/unless-absent.ts';
import { chooseEncoding } from '../platform/http/encoded-text.ts';
import { isKnownTo } from '../platform/http/entity-tag.ts';

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

/** A hashed file's name, which leads to nothing outside its folder. */
const assetPattern = /^assets\/\w[\w.-]{0,99}$/;

/** The files of a built app, compressed by the build. Those of its other builds are found where each stores its own. */
export class BuiltFiles {
  readonly #built: ReadonlyMap<string, string>;
  readonly #stored: string;
  readonly #etags = new Map<string, string>();

  /** `stored` is the folder that `storeAssets` fills. */
  constructor(folder: string, stored: string) {
    this.#built = pathsIn(folder);
    this.#stored = stored;
  }

  /** Answers a file; hashed ones are cached for ever. Null if there is none, and another route may answer. */
  async answer(context: Context, name: string): Promise<Response | null> {
    const isAsset = name.startsWith('assets/');
    const encoding = chooseEncoding(
      context.req.header('accept-encoding'),
      Number.POSITIVE_INFINITY,
    );
    const suffix = { br: '.br', gzip: '.gz', identity: '' }[encoding];
    const file = await this.#read(name, suffix);
    if (!file) {
      // HTML in place of a missing script would be cached as the script. Another process may have the file.
      return isAsset ? context.text('Not found.', 404, { 'Cache-Control': 'no-store' }) : null;
    }
    const etag = this.#etagOf(file);
    const headers: Record<string, string> = {
      'Content-Type': mediaTypes[extname(name)] ?? 'application/octet-stream',
      'Cache-Control': isAsset ? 'public, max-age=31536000, immutable' : 'public, no-cache',
      'X-Content-Type-Options': 'nosniff',
      Vary: 'Accept-Encoding',
      ETag: etag,
    };
    if (isKnownTo(context.req.header('if-none-match'), etag)) {
      return new Response(null, { status: 304, headers });
    }
    if (suffix !== '' && file.path.endsWith(suffix)) headers['Content-Encoding'] = encoding;
    return new Response(file.bytes, { headers });
  }

  /** Reads a file, or its compressed form if there is one. A new build may have deleted this one's. */
  async #read(name: string, suffix: string): Promise<ReadFile | null> {
    if (/\.(br|gz)$/.test(name)) return null;
    const names = suffix === '' ? [name] : [name + suffix, name];
    const built = names.flatMap((each) => this.#built.get(each) ?? []);
    const stored = assetPattern.test(name)
      ? names.map((each) => join(this.#stored, basename(each)))
      : [];
    for (const path of [...built, ...stored]) {
      const bytes = await unlessAbsent(readFile(path));
      if (bytes) return { path, bytes };
    }
    return null;
  }

  #etagOf({ path, bytes }: ReadFile): string {
    const known = this.#etags.get(path);
    if (known) return known;
    const etag = `"${createHash('sha1').update(bytes).digest('base64url')}"`;
    this.#etags.set(path, etag);
    return etag;
  }
}

interface ReadFile {
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The path of each file that is served as it is, by name. */
function pathsIn(folder: string): ReadonlyMap<string, string> {
  const paths = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path);
    const isServed = !name.startsWith('.') && !/^index\.html(\.|$)/.test(name);
    if (entry.isFile() && isServed) paths.set(name, path);
  }
  return paths;
}
