import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { imageFormats, imageVariant } from '#contract/shop/paths.ts';
import { Button } from './button.tsx';
import { distance, Fingers, type Point } from './fingers.ts';
import { firstPicture } from './first-picture.ts';
import styles from './picture-zoom.module.css';
import {
  type FrameSize,
  maxZoom,
  notZoomed,
  panBy,
  stepZoom,
  toggleZoom,
  type Zoom,
  zoomBy,
  zoomByKey,
} from './zoom.ts';

export interface PictureZoomProps {
  /** The address of the picture in any size. */
  readonly url: string;
  /** Its own keys enlarge the picture. */
  readonly keysFrom: RefObject<HTMLElement | null>;
  /** Its whole area is the picture. */
  readonly stage: RefObject<HTMLElement | null>;
  readonly onZoom: (isZoomed: boolean) => void;
}

/** Two taps within this time and distance are a double tap, in ms and px. */
const tapMs = 300;
const tapPx = 24;

const sizeOf = ({ clientWidth, clientHeight }: Element): FrameSize => ({
  width: clientWidth,
  height: clientHeight,
});

/** A place on the screen in px from the centre of an element. */
function fromCentre({ x, y }: Point, element: Element): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: x - left - width / 2, y: y - top - height / 2 };
}

/** Tells double taps from other touches. */
class Taps {
  #down: Point | null = null;
  #last: (Point & { readonly at: number }) | null = null;

  down({ clientX, clientY }: PointerEvent, count: number): void {
    this.#down = count === 1 ? { x: clientX, y: clientY } : null;
  }

  /** Where the second of two taps was; null for anything else. */
  up({ clientX, clientY, timeStamp }: PointerEvent): Point | null {
    const place = { x: clientX, y: clientY };
    const isTap = this.#down !== null && distance(this.#down, place) < tapPx;
    const last = this.#last;
    const isSecond =
      isTap && last !== null && timeStamp - last.at < tapMs && distance(last, place) < tapPx;
    this.#down = null;
    this.#last = isTap && !isSecond ? { ...place, at: timeStamp } : null;
    return isSecond ? place : null;
  }
}

type Change = (next: (zoom: Zoom, frame: FrameSize) => Zoom) => void;

/** Listens to fingers, mouse and wheel on a picture. Returns a function that stops it. */
function followHands(stage: HTMLElement, isZoomed: () => boolean, change: Change): () => void {
  const fingers = new Fingers();
  const taps = new Taps();
  const ending = new AbortController();
  const on = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    listener: (event: HTMLElementEventMap[Name]) => void,
  ) => stage.addEventListener(name, listener, { passive: false, signal: ending.signal });

  on('pointerdown', (event) => {
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    fingers.down(event);
    taps.down(event, fingers.count);
    if (isZoomed()) stage.setPointerCapture(event.pointerId);
  });
  on('pointermove', (event) => {
    const gesture = fingers.move(event);
    if (!gesture || (!isZoomed() && gesture.factor === 1)) return;
    const middle = fromCentre(gesture.middle, stage);
    change((zoom, frame) => panBy(zoomBy(zoom, gesture.factor, frame, middle), gesture.by, frame));
  });
  on('pointerup', (event) => {
    if (!fingers.up(event)) return;
    const tapped = taps.up(event);
    if (!tapped) return;
    const at = fromCentre(tapped, stage);
    change((zoom, frame) => toggleZoom(zoom, frame, at));
  });
  on('pointercancel', (event) => void fingers.up(event));
  // Otherwise the browser scrolls the page between two fingers.
  on('touchmove', (event) => {
    if (isZoomed() || event.touches.length > 1) event.preventDefault();
  });
  on('dragstart', (event) => event.preventDefault());
  on('wheel', (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const at = fromCentre({ x: event.clientX, y: event.clientY }, stage);
    change((zoom, frame) => zoomBy(zoom, Math.exp(-event.deltaY / 200), frame, at));
  });
  return () => ending.abort();
}

/** How the picture is enlarged; the next picture is whole again. */
function useZoomOf(url: string): [Zoom, (next: (before: Zoom) => Zoom) => void] {
  const [stored, setStored] = useState({ url, zoom: notZoomed });
  const zoomIn = (state: typeof stored) => (state.url === url ? state.zoom : notZoomed);
  return [zoomIn(stored), (next) => setStored((before) => ({ url, zoom: next(zoomIn(before)) }))];
}

/** The sharpest copy of a picture that there is; null until it has loaded. */
function useSharpPicture(url: string, isWanted: boolean): string | null {
  const [found, setFound] = useState<{ url: string; address: string | null } | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    let isGone = false;
    const addresses = imageFormats.map((format) => imageVariant(url, 1200, format));
    void firstPicture(addresses).then((address) => {
      if (!isGone) setFound({ url, address });
    });
    return () => {
      isGone = true;
    };
  }, [url, isWanted]);
  return found?.url === url ? found.address : null;
}

/**
 * Enlarges a picture: by two fingers, double tap, Ctrl and wheel, keys or buttons. An enlarged picture is moved
 * by finger, mouse or arrow keys.
 */
export default function PictureZoom({ url, keysFrom, stage, onZoom }: PictureZoomProps) {
  const [zoom, setZoom] = useZoomOf(url);
  const isZoomed = zoom.scale > 1;
  const sharp = useSharpPicture(url, isZoomed);
  const transform = isZoomed
    ? `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})`
    : undefined;
  const isZoomedNow = useEffectEvent(() => isZoomed);
  const change: Change = (next) => {
    const { current } = stage;
    if (current) setZoom((before) => next(before, sizeOf(current)));
  };
  const changeNow = useEffectEvent(change);
  const pressKey = useEffectEvent((event: KeyboardEvent) => {
    const { current } = stage;
    if (!current || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = zoomByKey(zoom, event.key, sizeOf(current));
    if (!next) return;
    event.preventDefault();
    setZoom(() => next);
  });
  const tell = useEffectEvent(onZoom);

  useEffect(() => {
    const { current } = stage;
    return current
      ? followHands(
          current,
          () => isZoomedNow(),
          (next) => changeNow(next),
        )
      : undefined;
  }, [stage]);
  useEffect(() => {
    const { current } = keysFrom;
    const listener = (event: KeyboardEvent) => pressKey(event);
    current?.addEventListener('keydown', listener);
    return () => current?.removeEventListener('keydown', listener);
  }, [keysFrom]);
  useLayoutEffect(() => {
    const style = stage.current?.style;
    if (transform === undefined) return;
    style?.setProperty('--zoom', transform);
    return () => void style?.removeProperty('--zoom');
  }, [stage, transform]);
  useEffect(() => tell(isZoomed), [isZoomed]);

  return (
    <>
      {isZoomed && sharp !== null && (
        <img className={styles.sharp} style={{ transform }} src={sharp} alt="" />
      )}
      <div className={styles.buttons}>
        <Button
          variant="icon"
          aria-label="Show smaller"
          aria-disabled={!isZoomed}
          onClick={() => change((before, frame) => zoomBy(before, 1 / stepZoom, frame))}
        >
          −
        </Button>
        <Button
          variant="icon"
          aria-label="Enlarge picture"
          aria-disabled={zoom.scale >= maxZoom}
          onClick={() => change((before, frame) => zoomBy(before, stepZoom, frame))}
        >
          +
        </Button>
      </div>
      <p className="visually-hidden" role="status">
        {isZoomed && `Enlarged to ${Math.round(zoom.scale * 100)}%`}
      </p>
    </>
  );
}
