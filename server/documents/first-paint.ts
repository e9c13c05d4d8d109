import type { Hero } from '#contract/shop/content.ts';
import { imageFormats, imageSourceSet, type PathName } from '#contract/shop/paths.ts';
import { escapeHtml } from '../platform/escape-html.ts';

/** The picture that a screen shows first. */
export interface FirstImage {
  readonly url: string;
  /** Its displayed width, as in the `sizes` attribute. */
  readonly sizes: string;
  /** A single one has no thumbnails below it. */
  readonly place: 'home' | 'listing' | 'gallery' | 'single';
  /** The screen's heading, where it stands above or beside the picture. */
  readonly heading: string | null;
}

/** HTML painted below the header before any script runs: the first picture in its place on the screen, and the words around it. */
export function firstPaint(
  name: PathName,
  image: FirstImage | null,
  hero: Hero | null,
  isPractice: boolean,
): string {
  const notice = isPractice ? '<div class="first-paint-notice"></div>' : '';
  const words = name === 'home' && hero ? heroWords(hero) : '';
  if (!image) return notice + words;
  return `${notice}${words}<div class="first-paint-${image.place}">${places[image.place](image)}</div>`;
}

const places: Readonly<Record<FirstImage['place'], (image: FirstImage) => string>> = {
  home: inGrid,
  listing: (image) => heading(image) + inGrid(image),
  gallery: (image) => picture(image) + heading(image),
  single: (image) => picture(image) + heading(image),
};

function inGrid(image: FirstImage): string {
  return `<div class="card-grid">${picture(image)}</div>`;
}

function heading({ heading }: FirstImage): string {
  return heading === null ? '' : `<p class="first-paint-heading">${escapeHtml(heading)}</p>`;
}

function heroWords({ title, text }: Hero): string {
  return `<div class="first-paint-hero"><p class="first-paint-title">${escapeHtml(title)}</p><p class="first-paint-text">${escapeHtml(text)}</p></div>`;
}

function picture({ url, sizes }: FirstImage): string {
  const sources = imageFormats.map(
    (format) =>
      `<source type="image/${format}" srcset="${escapeHtml(imageSourceSet(url, format))}" sizes="${escapeHtml(sizes)}">`,
  );
  return `<picture>${sources.join('')}<img src="${escapeHtml(url)}" alt="" fetchpriority="high" decoding="async"></picture>`;
}
