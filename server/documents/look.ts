import type { Hono } from 'hono';
import { type ChangedColors, lookCss, lookPath } from '#contract/shop/look.ts';
import type { CatalogueServices } from '../catalogue/catalogue-services.ts';
import { firstContent } from '../platform/content/first-content.ts';
import { type EncodedText, encodedText, respondText } from '../platform/http/encoded-text.ts';

/** Loads the changed colours before anything is painted; after the shop's own stylesheet. */
export const lookTag = `<link rel="stylesheet" href="${lookPath}">`;

/** The colours that the shop shows otherwise than in tokens.css. */
export function changedColorsIn({ catalogue }: CatalogueServices): ChangedColors {
  return catalogue.answer('shopSettings', {} as never)?.texts?.look ?? {};
}

/** Gives the browser's own bars the shop's colours, in the template's two `theme-color` tags. */
export function withThemeColors(template: string, { paper, ink }: ChangedColors): string {
  const { look } = firstContent;
  return template
    .replace(`content="${look.paper}"`, `content="${paper ?? look.paper}"`)
    .replace(`content="${look.ink}"`, `content="${ink ?? look.ink}"`);
}

/** The stylesheet with the changed colours, for documents and for the worker, which stores it. */
export function lookRoutes(app: Hono, services: CatalogueServices): void {
  let kept: (EncodedText & { readonly css: string }) | null = null;

  app.get(lookPath, (context) => {
    const css = lookCss(changedColorsIn(services));
    if (kept?.css !== css) kept = { ...encodedText(css), css };
    return respondText(
      kept,
      {
        'Content-Type': 'text/css; charset=utf-8',
        'Cache-Control': 'no-cache',
        'X-Content-Type-Options': 'nosniff',
      },
      (header) => context.req.header(header),
    );
  });
}
