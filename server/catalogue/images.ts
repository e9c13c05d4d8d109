import type { Hono } from 'hono';
import { imageFormats, imageWidths, throughShopHeader } from '#contract/shop/paths.ts';
import { previewPath } from '../platform/files/file-paths.ts';
import { isKnownTo } from '../platform/http/entity-tag.ts';
import { Problem } from '../platform/http/problem.ts';
import type { Services } from '../platform/services/services.ts';

const namePattern = new RegExp(
  `^/images/([0-9a-f]{64}/((?:${imageWidths.join('|')})\\.(?:${imageFormats.join('|')})|logo\\.(?:png|webp)))$`,
);
/** An address contains the hash of its content, so what it shows never changes. */
const forever = 'public, max-age=31536000, immutable';

/** How long a browser remembers where else the previews are. */
const aDay = 'public, max-age=86400';

/** The previews (OP-67) and logos, public and cacheable by everybody. Only previews are ever elsewhere. */
export function imageRoutes(app: Hono, services: Services): void {
  app.get('/images/*', async (context) => {
    const [, name, file] = namePattern.exec(new URL(context.req.url).pathname) ?? [];
    const { imagesUrl } = services.env;
    const path = name === undefined ? null : previewPath(name);
    const isForShop = context.req.header(throughShopHeader) !== undefined;
    const isElsewhere = imagesUrl !== null && path !== null && !file?.startsWith('logo');
    if (isElsewhere) context.header('Vary', throughShopHeader);
    if (isElsewhere && !isForShop) {
      context.header('Cache-Control', aDay);
      return context.redirect(imagesUrl + path.slice('previews'.length), 302);
    }
    const preview = name === undefined ? null : await services.files.readPreview(name);
    if (!preview) throw new Problem('NOT_FOUND', 'Picture not found.');
    const headers = {
      ETag: preview.etag,
      'Cache-Control': forever,
      'Content-Type': `image/${file?.split('.').at(-1)}`,
      'X-Content-Type-Options': 'nosniff',
    };
    if (isKnownTo(context.req.header('if-none-match'), preview.etag)) {
      return context.body(null, { status: 304, headers });
    }
    return context.body(preview.bytes as Uint8Array<ArrayBuffer>, {
      headers: { ...headers, 'Content-Length': String(preview.bytes.byteLength) },
    });
  });
}
