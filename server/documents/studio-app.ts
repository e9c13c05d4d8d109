import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Context, Hono } from 'hono';
import { encodedText, respondText } from '../platform/http/encoded-text.ts';
import type { Services } from '../platform/services/services.ts';
import { BuiltFiles } from './built-files.ts';
import { documentHeaders } from './security.ts';
import { assetsFolder } from './store-assets.ts';

const base = '/studio';

/** The back office: its files, and its one document at every other address below /studio. */
export function studioAppRoutes(app: Hono, { env }: Services, folder: string): void {
  const index = join(folder, 'index.html');
  if (!existsSync(index)) {
    throw new Error(`The studio is not built: ${index} is missing. Run npm run build.`);
  }
  const page = encodedText(readFileSync(index, 'utf8'));
  const files = new BuiltFiles(folder, assetsFolder(env.dataDir, 'studio'));

  const serveDocument = (context: Context) =>
    respondText(
      page,
      {
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'no-cache',
        'X-Robots-Tag': 'noindex',
        ...documentHeaders(env, 'studio'),
      },
      (name) => context.req.header(name),
    );

  app.get(base, serveDocument);
  app.get(`${base}/*`, async (context) => {
    const name = context.req.path.slice(base.length + 1);
    return (await files.answer(context, name)) ?? serveDocument(context);
  });
}
