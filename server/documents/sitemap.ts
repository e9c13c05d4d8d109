import { escapeHtml } from '../platform/escape-html.ts';

interface SitemapLimits {
  readonly urls: number;
  readonly bytes: number;
}

/** How large one file of a sitemap may be (sitemaps.org). Lower than 50 MB, which leaves room for the first and last line. */
export const sitemapLimits: SitemapLimits = { urls: 50_000, bytes: 49_000_000 };

/** The address of one of several files, counted from 1. */
export const sitemapFilePath = (number: number): string => `/sitemap-${number}.xml`;

/** A sitemap of these paths, as few files as the limits allow, at least one. */
export function sitemapFiles(
  publicUrl: string,
  paths: Iterable<string>,
  limits = sitemapLimits,
): string[] {
  const files: string[] = [];
  let lines: string[] = [];
  let bytes = 0;
  const end = () => {
    files.push(xml('urlset', lines));
    lines = [];
    bytes = 0;
  };
  for (const path of paths) {
    const line = `  <url><loc>${escapeHtml(publicUrl + path)}</loc></url>`;
    const size = Buffer.byteLength(line) + 1;
    if (lines.length === limits.urls || bytes + size > limits.bytes) end();
    lines.push(line);
    bytes += size;
  }
  end();
  return files;
}

/** The index of a sitemap that takes several files. */
export function sitemapIndex(publicUrl: string, files: number): string {
  const lines = Array.from(
    { length: files },
    (_, place) =>
      `  <sitemap><loc>${escapeHtml(publicUrl + sitemapFilePath(place + 1))}</loc></sitemap>`,
  );
  return xml('sitemapindex', lines);
}

function xml(element: string, lines: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${element} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('\n')}\n</${element}>\n`;
}
