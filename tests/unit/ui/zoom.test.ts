import { expect, it } from 'vitest';
import type { Point } from '#ui/fingers.ts';
import { maxZoom, notZoomed, panBy, toggleZoom, type Zoom, zoomBy, zoomByKey } from '#ui/zoom.ts';

const frame = { width: 400, height: 300 };

/** Which place of the unscaled picture is shown at a place of the frame. */
function shownAt({ scale, x, y }: Zoom, at: Point): Point {
  return { x: (at.x - x) / scale, y: (at.y - y) / scale };
}

it('keeps what is between the fingers where it is', () => {
  const at = { x: 80, y: -60 };
  const first = zoomBy(notZoomed, 2, frame, at);
  const second = zoomBy(first, 1.5, frame, at);
  expect(second.scale).toBe(3);
  expect(shownAt(second, at).x).toBeCloseTo(80);
  expect(shownAt(second, at).y).toBeCloseTo(-60);
});

it('fills the frame, however far it is moved', () => {
  const twice = zoomBy(notZoomed, 2, frame);
  expect(panBy(twice, { x: 9_000, y: -9_000 }, frame)).toEqual({ scale: 2, x: 200, y: -150 });
  const corner = panBy(zoomBy(notZoomed, 4, frame), { x: 9_000, y: 9_000 }, frame);
  expect(zoomBy(corner, 0.5, frame)).toEqual({ scale: 2, x: 200, y: 150 });
});

it('enlarges up to four times, and shows the whole picture below its own size', () => {
  expect(zoomBy(notZoomed, 99, frame).scale).toBe(maxZoom);
  expect(zoomBy(zoomBy(notZoomed, 2, frame, { x: 90, y: 0 }), 0.2, frame)).toEqual(notZoomed);
});

it('enlarges at a double tap, and shows the whole picture at the next', () => {
  const tapped = toggleZoom(notZoomed, frame, { x: 100, y: 50 });
  expect(tapped.scale).toBe(2.5);
  expect(shownAt(tapped, { x: 100, y: 50 })).toEqual({ x: 100, y: 50 });
  expect(toggleZoom(tapped, frame, { x: 0, y: 0 })).toEqual(notZoomed);
});

it('leaves arrow keys and Escape to others until it is enlarged', () => {
  expect(zoomByKey(notZoomed, 'ArrowLeft', frame)).toBeNull();
  expect(zoomByKey(notZoomed, 'Escape', frame)).toBeNull();
  const enlarged = zoomByKey(notZoomed, '+', frame) ?? notZoomed;
  expect(enlarged.scale).toBe(1.5);
  expect(zoomByKey(enlarged, 'ArrowLeft', frame)?.x).toBeGreaterThan(0);
  expect(zoomByKey(enlarged, 'ArrowDown', frame)?.y).toBeLessThan(0);
  expect(zoomByKey(enlarged, 'Escape', frame)).toEqual(notZoomed);
  expect(zoomByKey(enlarged, 'Tab', frame)).toBeNull();
});
