import { createHash } from 'node:crypto';
import type { Hono } from 'hono';
import { loadSharp } from '../platform/files/load-sharp.ts';
import { matches } from '../platform/http/encoded-text.ts';
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
/** The paper colour of tokens.css, as in index.html. */
export const paper = '#fff8ee';
const paperDeep = '#f9ecd9';
const stitch = '#c9a98a';
const ink = '#3a2440';

const pinwheel = [
  '<path d="M32 32 9 9h23a11.5 11.5 0 0 1 0 23Z" fill="#c2215f"/>',
  '<path d="M32 32 55 9v23a11.5 11.5 0 0 1-23 0Z" fill="#ffd166"/>',
  '<path d="M32 32 55 55H32a11.5 11.5 0 0 1 0-23Z" fill="#1c7470"/>',
  '<path d="M32 32 9 55V32a11.5 11.5 0 0 1 23 0Z" fill="#8fcdea"/>',
  `<circle cx="32" cy="32" r="5" fill="${ink}"/>`,
].join('');

/** The centred mark; at scale 1 its corners reach 32.5 from the centre. */
function mark(scale: number): string {
  return `<g transform="translate(32 32) scale(${scale}) translate(-32 -32)">${pinwheel}</g>`;
}

/** Soft rays from the centre to beyond every edge. */
function rays(): string {
  const wedges = Array.from({ length: 12 }, (_, place) => {
    const at = (turn: number) => {
      const angle = ((place + turn) * Math.PI) / 6;
      return `${(32 + 46 * Math.cos(angle)).toFixed(2)} ${(32 + 46 * Math.sin(angle)).toFixed(2)}`;
    };
    return `M32 32 ${at(0)} ${at(0.5)}Z`;
  });
  return `<path d="${wedges.join('')}" fill="${paperDeep}"/>`;
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
function lines(colour: string, path: string): string {
  const pen = `fill="none" stroke="${ink}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"`;
  return patch(colour, paper, `<path d="${path}" ${pen}/>`);
}

const whole = `<rect width="${side}" height="${side}" fill="${paper}"/>${rays()}`;

const drawings = {
  any192: { size: 192, content: patch(paper, stitch, mark(0.84)) },
  any512: { size: 512, content: patch(paper, stitch, mark(0.84)) },
  // Systems cut it to any shape; only a centred circle of four fifths is sure to remain.
  maskable512: { size: 512, content: whole + mark(0.76) },
  // iOS rounds it and fills transparent areas with black.
  appleTouch180: { size: 180, content: whole + mark(0.84) },
  search96: {
    size: 96,
    content: lines('#a9dcf2', 'M29 18a11 11 0 1 1-.1 22A11 11 0 0 1 29 18ZM37.4 37.4 46 46'),
  },
  orders96: {
    size: 96,
    content: lines('#b9e6cd', 'M32 17v19M24 29l8 8 8-8M19 46h26'),
  },
  cart96: {
    size: 96,
    content: lines(
      '#ffd166',
      'M20 26h24l2 18a3 3 0 0 1-3 3H21a3 3 0 0 1-3-3ZM26 31v-7a6 6 0 0 1 12 0v7',
    ),
  },
  custom96: {
    size: 96,
    content: lines('#ffd0d6', 'M19 45l2-9 18-18a4.6 4.6 0 0 1 7 7L28 43ZM35 22l7 7'),
  },
} as const;

export type AppIconName = keyof typeof drawings;

function svgOf(name: AppIconName): string {
  const { size, content } = drawings[name];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${side} ${side}">${content}</svg>`;
}

/** The address and size of each icon. */
export const appIcons = Object.fromEntries(
  (Object.keys(drawings) as AppIconName[]).map((name) => {
    const hash = createHash('sha256').update(svgOf(name)).digest('hex').slice(0, 12);
    return [name, { size: drawings[name].size, url: `/icons/${name}-${hash}.png` }];
  }),
) as Readonly<Record<AppIconName, AppIcon>>;

interface Picture {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly etag: string;
}

async function render(name: AppIconName): Promise<Picture> {
  const sharp = await loadSharp();
  const bytes = new Uint8Array(
    await sharp(Buffer.from(svgOf(name)))
      .png({ compressionLevel: 9 })
      .toBuffer(),
  );
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
}

/** The app's icons as PNGs, rendered on the first request. */
export function appIconRoutes(app: Hono): void {
  const names = new Map(
    (Object.keys(appIcons) as AppIconName[]).map((name) => [appIcons[name].url, name]),
  );
  const drawn = new Map<AppIconName, Promise<Picture>>();

  function picture(name: AppIconName): Promise<Picture> {
    let made = drawn.get(name);
    if (!made) {
      made = render(name);
      drawn.set(name, made);
      // A failed rendering is retried at the next request.
      made.catch(() => drawn.delete(name));
    }
    return made;
  }

  app.get('/icons/*', async (context) => {
    const name = names.get(context.req.path);
    if (!name) throw new Problem('NOT_FOUND', 'Picture not found.');
    const { bytes, etag } = await picture(name);
    const headers = {
      ETag: etag,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Type': 'image/png',
      'X-Content-Type-Options': 'nosniff',
    };
    if (matches(context.req.header('if-none-match'), etag)) {
      return new Response(null, { status: 304, headers });
    }
    return new Response(bytes, { headers });
  });
}
