/** What the browser reports of its window, besides the thinnest border that it draws. */
export interface ZoomFacts {
  readonly devicePixelRatio: number;
  /** CSS pixels of the thinnest border, which is one dot wide. */
  readonly border: number;
  /** How far the page is enlarged by pinching. */
  readonly pinch: number;
  /** CSS pixels of the window, and of the page in it, if both are as wide on the screen; else null. */
  readonly widths: { readonly window: number; readonly page: number } | null;
}

/** Rounding of borders, and of the dots in a pixel, stays below. */
const tolerance = 0.02;

const isAbout = (value: number, wanted: number) => Math.abs(value / wanted - 1) < tolerance;

/**
 * How far the page is zoomed in beyond what `devicePixelRatio` says: 1 in Chromium and Firefox, where it includes the zoom.
 * In WebKit it doesn't, but the thinnest border shrinks. Null if the page is zoomed and nothing says how far.
 */
export function zoomOf({ devicePixelRatio, border, pinch, widths }: ZoomFacts): number | null {
  if (!isAbout(pinch, 1)) return null;
  const zoom = 1 / (border * devicePixelRatio);
  // Browsers zoom to between 25 and 500 %. Another result is of a browser that draws borders of any width.
  const isBorderADot = zoom > 0.2 && zoom < 6;
  if (isBorderADot && !isAbout(zoom, 1)) return zoom;
  return widths === null || isAbout(widths.window, widths.page) ? 1 : null;
}

/** An iPhone's page fills the window when upright. Elsewhere bars and cut-outs may take some of it. */
function comparableWidths(): ZoomFacts['widths'] {
  const isUprightPhone =
    CSS.supports('-webkit-touch-callout', 'none') && matchMedia('(orientation: portrait)').matches;
  return isUprightPhone ? { window: outerWidth, page: document.documentElement.clientWidth } : null;
}

function thinnestBorder(): number {
  const line = document.createElement('div');
  line.style.cssText = 'position: absolute; border-top: 0.01px solid';
  document.documentElement.append(line);
  const width = Number.parseFloat(getComputedStyle(line).borderTopWidth);
  line.remove();
  return width;
}

let measured: { readonly window: string; readonly zoom: number | null } | null = null;

/** `zoomOf` this page. Measures again only after the window has changed. */
export function pageZoom(): number | null {
  const pinch = pageView()?.scale ?? 1;
  const window = [devicePixelRatio, innerWidth, outerWidth, innerHeight, pinch].join();
  if (measured?.window !== window) {
    const facts = { devicePixelRatio, pinch, border: thinnestBorder(), widths: comparableWidths() };
    measured = { window, zoom: zoomOf(facts) };
  }
  return measured.zoom;
}

/** Missing in older browsers. */
function pageView(): VisualViewport | null {
  return globalThis.visualViewport ?? null;
}

/** Dots of the screen to a CSS pixel of this page, zoomed or not. */
export function dotsPerPixel(): number {
  return devicePixelRatio * (pageZoom() ?? 1);
}

/** Calls back when the page is zoomed or pinched, or its window moves to another screen. */
export function watchZoom(listener: () => void): () => void {
  const stop = new AbortController();
  for (const target of [globalThis, pageView()]) {
    target?.addEventListener('resize', listener, { signal: stop.signal });
  }
  return () => stop.abort();
}
