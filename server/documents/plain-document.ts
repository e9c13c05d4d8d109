import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { paths } from '#contract/shop/paths.ts';
import type { Look } from '#contract/studio/look.ts';
import type { CatalogueServices } from '../catalogue/catalogue-services.ts';
import { escapeHtml } from '../platform/escape-html.ts';
import { lookIn } from './look.ts';

/** A page of the server's that needs no script, and nothing of a browser that the last twenty years didn't have. */
interface PlainPage {
  readonly title: string;
  /** HTML. */
  readonly content: string;
  /** CSS beside the usual. */
  readonly style?: string;
  /** Where pictures may come from, as in a policy. */
  readonly pictures?: string;
  readonly status?: 200 | 404;
}

/** Answers with a plain page in the shop's name and colours, which nobody keeps. */
export function respondPlain(
  context: Context,
  services: CatalogueServices,
  { title, content, style = '', pictures, status = 200 }: PlainPage,
): Response {
  const css = styleOf(lookIn(services)) + style;
  const hash = createHash('sha256').update(css).digest('base64');
  const shop = services.catalogue.answer('shopSettings', {} as never)?.name ?? '';
  const images = pictures === undefined ? '' : `img-src ${pictures}; `;
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(`${title} · ${shop}`)}</title><style>${css}</style></head>
<body>
<main>
<p class="brand"><a href="${paths.home.path}">${escapeHtml(shop)}</a></p>
${content}
</main>
</body>
</html>
`;
  return context.html(html, status, {
    'Cache-Control': 'no-store',
    'Content-Security-Policy': `default-src 'none'; ${images}style-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Robots-Tag': 'noindex',
  });
}

function styleOf(color: Look): string {
  return `body{margin:0;padding:24px 16px;background:${color.paper};color:${color.ink};font:18px/1.5 Nunito,'Trebuchet MS',Verdana,sans-serif}
main{box-sizing:border-box;max-width:560px;margin:8vh auto 0;padding:28px;border:2px dashed ${color.stitch};border-radius:18px;background:${color.card};overflow-wrap:break-word}
.brand{margin:0 0 16px;font-weight:bold}
h1{margin:0 0 12px;font-size:28px;line-height:1.2}
p{margin:0 0 20px}
a{color:${color.raspberry}}
button{min-height:48px;padding:12px 28px;border:0;border-radius:999px;background:${color.raspberry};color:${color['on-raspberry']};font:inherit;font-weight:bold;cursor:pointer}
button:focus-visible,a:focus-visible{outline:3px solid ${color.ink};outline-offset:3px}
.home{margin:0;font-size:16px}`;
}
