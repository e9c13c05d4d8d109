import type { Hono } from 'hono';
import type { Brand } from '#contract/shop/content.ts';
import { type ChangedColors, lookCss, lookPath } from '#contract/shop/look.ts';
import type { Look } from '#contract/studio/look.ts';
import type { CatalogueServices } from '../catalogue/catalogue-services.ts';
import { firstContent } from '../platform/content/first-content.ts';
import { type EncodedText, encodedText, respondText } from '../platform/http/encoded-text.ts';

/** Loads the shop's look before anything is painted; after the document's own styles. */
export const lookTag = `<link rel="stylesheet" href="${lookPath}">`;

/** The stylesheet of a shop with the usual look. */
export const unchangedCss = lookCss({});

/** The colours that the shop shows otherwise than in tokens.css. */
function changedColorsIn({ catalogue }: CatalogueServices): ChangedColors {
  return catalogue.answer('shopSettings', {} as never)?.texts?.look ?? {};
}

/** The shop's look in force. */
export function lookIn(services: CatalogueServices): Look {
  return { ...firstContent.look, ...changedColorsIn(services), ...brandIn(services) };
}

function brandIn({ catalogue }: CatalogueServices): Brand {
  const { logo, mark } = catalogue.answer('shopSettings', {} as never)?.texts ?? {};
  return { ...(logo && { logo }), ...(mark && { mark }) };
}

/** The stylesheet with what differs from the shop's own one; empty if nothing does. */
export function lookCssIn(services: CatalogueServices): string {
  return lookCss(changedColorsIn(services), brandIn(services));
}

/** Gives the browser's own bars the shop's colours, in the template's two `theme-color` tags. */
export function withThemeColors(template: string, { paper, ink }: Look): string {
  const usual = firstContent.look;
  return template
    .replace(`content="${usual.paper}"`, `content="${paper}"`)
    .replace(`content="${usual.ink}"`, `content="${ink}"`);
}

/** The stylesheet with the look, for documents and for the worker, which stores it. */
export function lookRoutes(app: Hono, services: CatalogueServices): void {
  let kept: (EncodedText & { readonly css: string }) | null = null;

  app.get(lookPath, (context) => {
    const css = lookCssIn(services);
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
