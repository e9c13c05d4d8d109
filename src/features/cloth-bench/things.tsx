import type { ReactNode } from 'react';
import type { ThingName } from '#contract/shop/cloth-view.ts';

/** Units of a drawing to an inch of the real thing. */
export const unitsPerInch = 10;

/** Something made of the cloth, drawn at ten units an inch. */
export interface Thing {
  readonly width: number;
  readonly height: number;
  /** The parts that are made of the cloth. */
  readonly cloth: readonly string[];
  /** Where a single picture goes if the design doesn't repeat: centre and side. */
  readonly spot: { readonly x: number; readonly y: number; readonly side: number };
  /** What is drawn over the cloth and beside it. */
  readonly drawing: ReactNode;
}

const shade = 'var(--thing-shade)';
const light = 'var(--thing-light)';
const trim = 'var(--thing-trim)';

const cushion = 'M32 34Q120 22 208 34Q220 120 208 206Q120 218 32 206Q20 120 32 34Z';
const flags = [
  'M14 26L74 38L40 104Z',
  'M84 40L146 46L116 112Z',
  'M156 46L218 40L190 110Z',
  'M226 38L286 25L262 102Z',
];
const bib =
  'M36 14C20 14 12 30 17 48C8 84 10 152 70 156C130 152 132 84 123 48C128 30 120 14 104 14C93 14 92 26 97 38C103 62 88 72 70 72C52 72 37 62 43 38C48 26 47 14 36 14Z';
const box = {
  front: 'M20 62H150V152H20Z',
  top: 'M20 62L52 34H182L150 62Z',
  side: 'M150 62L182 34V124L150 152Z',
};
const mug = 'M10 9V41Q10 46 15 46H38Q43 46 43 41V9Z';

/** Everything a pattern is shown on, at its real size. */
export const things: Readonly<Record<ThingName, Thing>> = {
  cushion: {
    width: 240,
    height: 240,
    cloth: [cushion],
    spot: { x: 120, y: 120, side: 120 },
    drawing: (
      <>
        <path d={cushion} fill="none" stroke={trim} strokeWidth="3.5" />
        <path
          d="M32 206Q120 218 208 206Q216 150 213 110Q200 190 120 194Q60 196 32 206Z"
          fill={shade}
        />
        <path d="M44 46Q90 36 130 38Q70 60 46 116Q36 76 44 46Z" fill={light} />
      </>
    ),
  },
  bunting: {
    width: 300,
    height: 130,
    cloth: flags,
    spot: { x: 43, y: 52, side: 34 },
    drawing: (
      <>
        <path d="M0 20Q150 64 300 20" fill="none" stroke={trim} strokeWidth="7" />
        {flags.map((flag) => (
          <path
            key={flag}
            d={flag}
            fill="none"
            stroke={light}
            strokeWidth="1.4"
            strokeDasharray="4 3"
          />
        ))}
      </>
    ),
  },
  bib: {
    width: 140,
    height: 170,
    cloth: [bib],
    spot: { x: 70, y: 110, side: 56 },
    drawing: (
      <>
        <path d={bib} fill="none" stroke={trim} strokeWidth="5" strokeLinejoin="round" />
        <path d="M112 60C120 110 112 140 70 148C116 142 126 100 119 56Z" fill={shade} />
        <circle cx="30" cy="26" r="4" fill={light} stroke={trim} />
      </>
    ),
  },
  paper: {
    width: 204,
    height: 170,
    cloth: [box.front, box.top, box.side],
    spot: { x: 46, y: 108, side: 44 },
    drawing: (
      <>
        <path d={box.side} fill={shade} />
        <path d={box.top} fill={light} />
        <path d="M77 62H93V152H77ZM77 62L109 34H125L93 62Z" fill={trim} />
        <path d="M20 99H150V113H20ZM150 99L182 71V85L150 113Z" fill={trim} />
        <path
          d="M101 48C84 44 72 24 86 20C98 17 102 36 101 48C100 36 106 16 119 20C132 25 118 44 101 48Z"
          fill={trim}
          stroke={shade}
        />
      </>
    ),
  },
  mug: {
    width: 62,
    height: 54,
    cloth: [mug],
    spot: { x: 26, y: 28, side: 24 },
    drawing: (
      <>
        <path
          d="M43 16H47Q55 16 55 27Q55 37 43 38"
          fill="none"
          stroke="var(--card)"
          strokeWidth="4.5"
        />
        <path d="M10 9V41Q10 46 15 46H17Q14 30 16 9Z" fill={light} />
        <path d="M43 9V41Q43 46 38 46H35Q39 30 37 9Z" fill={shade} />
        <ellipse cx="26.5" cy="9" rx="16.5" ry="3" fill="var(--card)" />
        <ellipse cx="26.5" cy="9.3" rx="14.8" ry="2.2" fill="var(--line)" />
      </>
    ),
  },
};
