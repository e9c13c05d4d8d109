import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { useMedia } from '#ui/use-media.ts';
import styles from './calibration.module.css';
import { dotsPerPixel } from './page-zoom.ts';
import { card } from './screen-scale.ts';
import { useZoomGuess } from './use-screen-scale.ts';

interface CalibrationProps {
  /** CSS pixels to an inch, as assumed so far. */
  readonly pixelsPerInch: number;
  /** Called with the screen's dots to an inch. */
  readonly onDone: (dotsPerInch: number) => void;
}

/** Shown where the true size is a guess because of the zoom. */
export const zoomGuessText =
  'The size is a guess while the page is zoomed. Set its zoom back to 100% for the true size.';

const least = 60;
const most = 320;
const step = 0.25;
/** What a phone leaves free at both sides of a dialog, in px. */
const dialogMargin = 16;

/** Compares the screen with a bank card, which has the same size everywhere. */
export function Calibration({ pixelsPerInch, onDone }: CalibrationProps) {
  const isZoomGuessed = useZoomGuess();
  // Upright where the long side has no room.
  const isUpright = useMedia('(max-width: 44.99rem)');
  const [pixels, setPixels] = useState(() =>
    isUpright ? Math.min(pixelsPerInch, (innerWidth - dialogMargin) / card.height) : pixelsPerInch,
  );
  const long = card.width * pixels;
  const short = card.height * pixels;
  return (
    <div className="stack-4">
      <p>Hold any bank card against the screen and drag until the drawing is exactly as large.</p>
      <div className={styles.size}>
        <Button variant="paper" aria-label="Smaller" onClick={() => setPixels(pixels - step)}>
          −
        </Button>
        <input
          aria-label="Size of the card"
          className={styles.slider}
          type="range"
          min={least}
          max={most}
          step={step}
          value={pixels}
          aria-valuetext={`${Math.round(isUpright ? short : long)} pixels wide`}
          onChange={({ target }) => setPixels(Number(target.value))}
        />
        <Button variant="paper" aria-label="Larger" onClick={() => setPixels(pixels + step)}>
          +
        </Button>
      </div>
      {isZoomGuessed && <p>{zoomGuessText}</p>}
      <Button onClick={() => onDone(pixels * dotsPerPixel())}>It’s the same size</Button>
      {/* Last, so that the hand with the card covers none of the controls. */}
      <div className={styles.place}>
        <div
          className={styles.card}
          style={{ width: isUpright ? short : long, height: isUpright ? long : short }}
          aria-hidden="true"
        />
      </div>
    </div>
  );
}
