import { createHash } from 'node:crypto';
import type { Hono } from 'hono';
import type { Logo } from '#contract/shop/content.ts';
import type { Look } from '#contract/studio/look.ts';
import type { CatalogueServices } from '../catalogue/catalogue-services.ts';
import { contentVersions } from '../platform/content/stored-content.ts';
import { loadSharp } from '../platform/files/load-sharp.ts';
import { isKnownTo } from '../platform/http/entity-tag.ts';
import { Problem } from '../platform/http/problem.ts';

/** One of the app's icons: square, for a phone's home screen. */
export interface AppIcon {
  /** Pixels per side. */
  readonly size: number;
  /** Contains a hash of the drawing, so what it shows never changes. */
  readonly url: string;
}

/** All drawings are in a square of 64. */
const side = 64;

function pinwheel(color: Look): string {
  return [
    `<path d="M32 32 9 9h23a11.5 11.5 0 0 1 0 23Z" fill="${color.raspberry}"/>`,
    `<path d="M32 32 55 9v23a11.5 11.5 0 0 1-23 0Z" fill="${color.sunshine}"/>`,
    `<path d="M32 32 55 55H32a11.5 11.5 0 0 1 0-23Z" fill="${color.teal}"/>`,
    `<path d="M32 32 9 55V32a11.5 11.5 0 0 1 23 0Z" fill="${color.sky}"/>`,
    `<circle cx="32" cy="32" r="5" fill="${color.ink}"/>`,
  ].join('');
}

/** The centred logo, or else the pinwheel; at scale 1 its corners reach 32.5 from the centre. */
function mark(look: Look, scale: number): string {
  const content = look.logo ? logoImage(look.logo) : pinwheel(look);
  return `<g transform="translate(32 32) scale(${scale}) translate(-32 -32)">${content}</g>`;
}

function logoImage({ hash, width, height }: Logo): string {
  const scale = 65 / Math.hypot(width, height);
  const [wide, high] = [width * scale, height * scale];
  return `<image href="${hash}" x="${32 - wide / 2}" y="${32 - high / 2}" width="${wide}" height="${high}"/>`;
}

/** Soft rays from the centre to beyond every edge. */
function rays(color: Look): string {
  const wedges = Array.from({ length: 12 }, (_, place) => {
    const at = (turn: number) => {
      const angle = ((place + turn) * Math.PI) / 6;
      return `${(32 + 46 * Math.cos(angle)).toFixed(2)} ${(32 + 46 * Math.sin(angle)).toFixed(2)}`;
    };
    return `M32 32 ${at(0)} ${at(0.5)}Z`;
  });
  return `<path d="${wedges.join('')}" fill="${color['paper-deep']}"/>`;
}

/** A patch of paper with a stitched edge. */
function patch(colour: string, thread: string, content: string): string {
  return [
    `<rect x="1" y="1" width="62" height="62" rx="15" fill="${colour}"/>`,
    `<rect x="4" y="4" width="56" height="56" rx="12" fill="none" stroke="${thread}" stroke-width="1" stroke-dasharray="2.6 2" stroke-linecap="round"/>`,
    content,
  ].join('');
}

/** A shortcut's icon: lines drawn with a thick pen on coloured paper. */
function lines(color: Look, ground: string, path: string): string {
  const pen = `fill="none" stroke="${color.ink}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"`;
  return patch(ground, color.paper, `<path d="${path}" ${pen}/>`);
}

function whole(color: Look): string {
  return `<rect width="${side}" height="${side}" fill="${color.paper}"/>${rays(color)}`;
}

interface Drawing {
  readonly size: number;
  readonly draw: (look: Look) => string;
}

const onPatch = (look: Look) => patch(look.paper, look.stitch, mark(look, 0.84));

const drawings = {
  any192: { size: 192, draw: onPatch },
  any512: { size: 512, draw: onPatch },
  // Systems cut it to any shape; only a centred circle of four fifths is sure to remain.
  maskable512: { size: 512, draw: (look) => whole(look) + mark(look, 0.76) },
  // iOS rounds it and fills transparent areas with black.
  appleTouch180: { size: 180, draw: (look) => whole(look) + mark(look, 0.84) },
  search96: {
    size: 96,
    draw: (look) =>
      lines(look, look.sky, 'M29 18a11 11 0 1 1-.1 22A11 11 0 0 1 29 18ZM37.4 37.4 46 46'),
  },
  orders96: {
    size: 96,
    draw: (look) => lines(look, look.mint, 'M32 17v19M24 29l8 8 8-8M19 46h26'),
  },
  cart96: {
    size: 96,
    draw: (look) =>
      lines(
        look,
        look.sunshine,
        'M20 26h24l2 18a3 3 0 0 1-3 3H21a3 3 0 0 1-3-3ZM26 31v-7a6 6 0 0 1 12 0v7',
      ),
  },
  custom96: {
    size: 96,
    draw: (look) => lines(look, look.blush, 'M19 45l2-9 18-18a4.6 4.6 0 0 1 7 7L28 43ZM35 22l7 7'),
  },
} as const satisfies Readonly<Record<string, Drawing>>;

export type AppIconName = keyof typeof drawings;
const names = Object.keys(drawings) as AppIconName[];

function svgOf(name: AppIconName, look: Look): string {
  const { size, draw } = drawings[name];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${side} ${side}">${draw(look)}</svg>`;
}

/** The address and size of each icon in a look. */
export function appIcons(look: Look): Readonly<Record<AppIconName, AppIcon>> {
  return Object.fromEntries(
    names.map((name) => [name, { size: drawings[name].size, url: urlOf(name, svgOf(name, look)) }]),
  ) as Record<AppIconName, AppIcon>;
}

function urlOf(name: AppIconName, svg: string): string {
  return `/icons/${name}-${createHash('sha256').update(svg).digest('hex').slice(0, 12)}.png`;
}

interface Picture {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly etag: string;
}

/** An icon as a PNG in the look whose address of it this is; null if the shop never had one like that. */
async function render(services: CatalogueServices, path: string): Promise<Picture | null> {
  const name = names.find((each) => path.startsWith(`/icons/${each}-`));
  if (!name) return null;
  const versions = await contentVersions(services.database.read, 'look');
  const look = versions
    .map(({ content }) => content as Look)
    .find((each) => urlOf(name, svgOf(name, each)) === path);
  if (!look) return null;
  const svg = await withLogo(services, svgOf(name, look), look);
  const sharp = await loadSharp();
  const bytes = new Uint8Array(
    await sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toBuffer(),
  );
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
}

/** Puts the logo itself where the drawing names it. */
async function withLogo(
  { files }: Pick<CatalogueServices, 'files'>,
  svg: string,
  { logo }: Look,
): Promise<string> {
  const file = logo && (await files.readPreview(`${logo.hash}/logo.png`));
  if (!file) return svg;
  const data = Buffer.from(file.bytes).toString('base64');
  return svg.replace(`href="${logo.hash}"`, `href="data:image/png;base64,${data}"`);
}

/** How many icons are kept: those of a few looks. */
const maxKept = 40;

/** The app's icons as PNGs, rendered on the first request. Those of earlier looks stay, since devices still name them. */
export function appIconRoutes(app: Hono, services: CatalogueServices): void {
  const drawn = new Map<string, Promise<Picture | null>>();

  async function picture(path: string): Promise<Picture | null> {
    const known = drawn.get(path);
    if (known) return known;
    const made = render(services, path);
    drawn.set(path, made);
    if (drawn.size > maxKept) drawn.delete(drawn.keys().next().value ?? '');
    // A failed rendering is retried at the next request.
    const found = await made.catch(() => null);
    if (!found) drawn.delete(path);
    return made;
  }

  app.get('/icons/*', async (context) => {
    const made = await picture(context.req.path);
    if (!made) throw new Problem('NOT_FOUND', 'Picture not found.');
    const { bytes, etag } = made;
    const headers = {
      ETag: etag,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Type': 'image/png',
      'X-Content-Type-Options': 'nosniff',
    };
    if (isKnownTo(context.req.header('if-none-match'), etag)) {
      return new Response(null, { status: 304, headers });
    }
    return new Response(bytes, { headers });
  });
}
