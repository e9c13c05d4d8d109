import type { Point } from './fingers.ts';

/** How a picture is enlarged: scaled from the centre of its frame, then moved by `x` and `y` px. */
export interface Zoom extends Point {
  readonly scale: number;
}

/** Width and height of the frame in px. */
export interface FrameSize {
  readonly width: number;
  readonly height: number;
}

export const notZoomed: Zoom = { scale: 1, x: 0, y: 0 };
export const maxZoom = 4;
/** How much one press of + or − changes. */
export const stepZoom = 1.5;

/** What a double tap enlarges to. */
const tapped = 2.5;
/** Nearly unscaled counts as unscaled, so that the picture can be swiped again. */
const snap = 1.02;
const centre: Point = { x: 0, y: 0 };

function clamp(value: number, limit: number): number {
  return Math.min(Math.max(value, -limit), limit);
}

/** Keeps the frame filled: the picture can't be moved past its edges. */
function within({ scale, x, y }: Zoom, { width, height }: FrameSize): Zoom {
  const beyond = (scale - 1) / 2;
  return { scale, x: clamp(x, beyond * width), y: clamp(y, beyond * height) };
}

/** Scales by `factor`. What is shown at `at`, in px from the frame's centre, stays there. */
export function zoomBy(zoom: Zoom, factor: number, frame: FrameSize, at: Point = centre): Zoom {
  const scale = Math.min(zoom.scale * factor, maxZoom);
  if (scale < snap) return notZoomed;
  const ratio = scale / zoom.scale;
  const x = at.x - (at.x - zoom.x) * ratio;
  const y = at.y - (at.y - zoom.y) * ratio;
  return within({ scale, x, y }, frame);
}

/** Moves an enlarged picture by so many px. */
export function panBy({ scale, x, y }: Zoom, by: Point, frame: FrameSize): Zoom {
  return within({ scale, x: x + by.x, y: y + by.y }, frame);
}

/** A double tap enlarges at its place, or shows the whole picture again. */
export function toggleZoom(zoom: Zoom, frame: FrameSize, at: Point): Zoom {
  return zoom.scale > 1 ? notZoomed : zoomBy(zoom, tapped, frame, at);
}

/** What a key does: + and − scale, 0 and Escape show the whole picture, arrows move an enlarged one. Null: nothing. */
export function zoomByKey(zoom: Zoom, key: string, frame: FrameSize): Zoom | null {
  if (key === '+' || key === '=') return zoomBy(zoom, stepZoom, frame);
  if (zoom.scale === 1) return null;
  if (key === '-') return zoomBy(zoom, 1 / stepZoom, frame);
  if (key === '0' || key === 'Escape') return notZoomed;
  const step = Math.min(frame.width, frame.height) / 8;
  const by = {
    ArrowLeft: { x: step, y: 0 },
    ArrowRight: { x: -step, y: 0 },
    ArrowUp: { x: 0, y: step },
    ArrowDown: { x: 0, y: -step },
  }[key];
  return by ? panBy(zoom, by, frame) : null;
}
