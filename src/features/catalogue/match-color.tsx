import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { hexOf, labOf } from '#contract/catalogue/swatches.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { PhotoButton } from '#ui/photo-button.tsx';
import styles from './match-color.module.css';

/** The photo's longer side on the canvas, in px. */
const longest = 480;
/** The colour is the mean of a square this wide, because photos are noisy. */
const sampled = 9;
/** How far an arrow key moves the spot, in px. */
const step = 8;

interface Spot {
  readonly x: number;
  readonly y: number;
}

interface MatchColorProps {
  /** Called with `rrggbb`. */
  readonly onMatch: (color: string) => void;
}

/** Picks a colour from a photo or a pasted picture, which never leaves the device. */
export function MatchColor({ onMatch }: MatchColorProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [photo, setPhoto] = useState<ImageBitmap | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [spot, setSpot] = useState<Spot>({ x: 0, y: 0 });
  const [color, setColor] = useState<string | null>(null);

  useEffect(() => {
    const context = canvas.current?.getContext('2d', { willReadFrequently: true });
    if (!photo || !context) return;
    const { width, height } = context.canvas;
    context.drawImage(photo, 0, 0, width, height);
    setColor(colorAt(context, spot));
    drawSpot(context, spot);
  }, [photo, spot]);

  async function take(file: File): Promise<void> {
    try {
      const bitmap = await createImageBitmap(file);
      setProblem(null);
      setPhoto(bitmap);
      const { width, height } = sizeOf(bitmap);
      setSpot({ x: Math.round(width / 2), y: Math.round(height / 2) });
    } catch {
      setProblem('This file can’t be read as a picture. Choose a JPEG, PNG or WebP.');
    }
  }

  const paste = useEffectEvent(({ clipboardData }: ClipboardEvent) => {
    const [file] = clipboardData?.files ?? [];
    if (file) void take(file);
    else setProblem('There is no picture to paste. Copy one first, or choose a photo.');
  });
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => paste(event);
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);

  const size = photo && sizeOf(photo);
  const move = ({ x, y }: Spot) => {
    if (!size) return;
    const within = (value: number, most: number) => Math.min(most - 1, Math.max(0, value));
    setSpot({ x: within(x, size.width), y: within(y, size.height) });
  };
  const follow = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!size || (event.type === 'pointermove' && event.buttons === 0)) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const box = event.currentTarget.getBoundingClientRect();
    const scale = size.width / box.width;
    move({ x: (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale });
  };
  const moveByKey = (event: KeyboardEvent) => {
    const way = keyWays[event.key];
    if (!way) return;
    event.preventDefault();
    move({ x: spot.x + way.x * step, y: spot.y + way.y * step });
  };

  return (
    <div className={styles.match}>
      <p>
        Take a photo of a fabric or a thread, or paste a picture, and tap its colour. It stays on
        your device.
      </p>
      <div>
        <PhotoButton onPhoto={(file) => void take(file)}>
          <Icon name="camera" size={20} />
          {photo ? 'Another photo' : 'Take or choose a photo'}
        </PhotoButton>
      </div>
      <p role="status">{problem}</p>
      {size && (
        <>
          <canvas
            ref={canvas}
            className={styles.photo}
            width={size.width}
            height={size.height}
            tabIndex={0}
            role="img"
            aria-label="Your photo. Move the spot with the arrow keys."
            onPointerDown={follow}
            onPointerMove={follow}
            onKeyDown={moveByKey}
          />
          {color && (
            <div className="line-3">
              <span className={styles.swatch} style={{ backgroundColor: `#${color}` }} />
              <output>#{color}</output>
              <Button onClick={() => onMatch(color)}>Show designs in this colour</Button>
            </div>
          )}
        </>
      )}
    </div>
  );
}

const keyWays: Readonly<Record<string, Spot>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

function sizeOf({ width, height }: ImageBitmap) {
  const scale = Math.min(1, longest / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/** The mean colour around a spot, as `rrggbb`. */
function colorAt(context: CanvasRenderingContext2D, { x, y }: Spot): string {
  const around = Math.floor(sampled / 2);
  const { data } = context.getImageData(x - around, y - around, sampled, sampled);
  const sum = { red: 0, green: 0, blue: 0, count: 0 };
  for (let at = 0; at < data.length; at += 4) {
    // Beyond the photo's edge.
    if (data[at + 3] === 0) continue;
    sum.red += data[at] ?? 0;
    sum.green += data[at + 1] ?? 0;
    sum.blue += data[at + 2] ?? 0;
    sum.count += 1;
  }
  const { red, green, blue, count } = sum;
  return hexOf(labOf(red / count, green / count, blue / count)).slice(1);
}

function drawSpot(context: CanvasRenderingContext2D, { x, y }: Spot): void {
  for (const [stroke, radius] of [
    ['#000000', 14],
    ['#ffffff', 12],
  ] as const) {
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.lineWidth = 3;
    context.strokeStyle = stroke;
    context.stroke();
  }
}
