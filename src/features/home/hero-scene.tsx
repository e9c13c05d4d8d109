import type { ReactNode } from 'react';
import { joinClasses } from '#ui/join-classes.ts';
import styles from './hero-scene.module.css';

interface Swatch {
  readonly pattern: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly peg: string;
}

/** The cloths on the line, from left to right; the line sags, so each hangs at its own height. */
const swatches: readonly Swatch[] = [
  { pattern: 'berries', x: 92, y: 141, width: 96, height: 128, peg: 'var(--raspberry)' },
  { pattern: 'gingham', x: 206, y: 163, width: 84, height: 108, peg: 'var(--teal)' },
  { pattern: 'moons', x: 308, y: 170, width: 100, height: 136, peg: 'var(--raspberry)' },
  { pattern: 'rainbows', x: 427, y: 163, width: 88, height: 112, peg: 'var(--teal)' },
  { pattern: 'leaves', x: 533, y: 141, width: 96, height: 126, peg: 'var(--raspberry)' },
];

function Cloth({ swatch, index }: { readonly swatch: Swatch; readonly index: number }) {
  const { x, y, width, height, pattern, peg } = swatch;
  const bumps = 6;
  const bump = width / bumps;
  const hem = Array.from({ length: bumps }, () => `a${bump / 2} ${bump / 2.4} 0 0 1 ${-bump} 0`);
  const shape = `M${x} ${y}h${width}v${height}${hem.join('')}Z`;
  return (
    <g className={styles.cloth} style={{ animationDelay: `${index * -0.7}s` }}>
      <path d={shape} fill="var(--ink)" opacity="0.1" transform="translate(5 7)" />
      <path d={shape} fill={`url(#${pattern})`} />
      <path
        d={`M${x + 6} ${y + 8}h${width - 12}`}
        className={styles.stitch}
        stroke="var(--ink)"
        opacity="0.45"
      />
      {[x + 14, x + width - 22].map((pegX) => (
        <rect key={pegX} x={pegX} y={y - 9} width="8" height="24" rx="4" fill={peg} />
      ))}
    </g>
  );
}

function Blade({ turn, fill }: { readonly turn: number; readonly fill: string }) {
  return <path d="M0 0-46-46H0a23 23 0 0 1 0 46Z" fill={fill} transform={`rotate(${turn})`} />;
}

function Patterns(): ReactNode {
  return (
    <defs>
      <pattern id="berries" width="34" height="34" patternUnits="userSpaceOnUse">
        <path d="M0 0h34v34H0Z" fill="var(--blush)" />
        <path
          d="M11 9c7-3 12 1 10 7-1 4-4 8-6 9-3-2-7-6-8-10-1-3 1-5 4-6Z"
          fill="var(--raspberry)"
        />
        <path d="M8 9l6-4 7 4-6 2Z" fill="var(--teal)" />
        <path d="M11 15h.1M16 14h.1M14 19h.1" className={styles.seed} />
      </pattern>
      <pattern id="gingham" width="24" height="24" patternUnits="userSpaceOnUse">
        <path d="M0 0h24v24H0Z" fill="var(--card)" />
        <path d="M0 0h12v24H0ZM0 0h24v12H0Z" fill="var(--sky)" opacity="0.75" />
        <path d="M0 0h12v12H0Z" fill="var(--teal)" opacity="0.4" />
      </pattern>
      <pattern id="moons" width="40" height="40" patternUnits="userSpaceOnUse">
        <path d="M0 0h40v40H0Z" fill="#54406f" />
        <path d="M16 7a10 10 0 1 0 9 15 9 9 0 0 1-9-15Z" fill="var(--sunshine)" />
        <path d="M33 31h.1M7 34h.1M33 8h.1" className={styles.star} />
      </pattern>
      <pattern id="rainbows" width="44" height="36" patternUnits="userSpaceOnUse">
        <path d="M0 0h44v36H0Z" fill="var(--paper)" />
        <g fill="none" strokeWidth="4" strokeLinecap="round">
          <path d="M8 27a14 14 0 0 1 28 0" stroke="var(--raspberry)" />
          <path d="M13 27a9 9 0 0 1 18 0" stroke="var(--sunshine)" />
          <path d="M18 27a4 4 0 0 1 8 0" stroke="var(--teal)" />
        </g>
      </pattern>
      <pattern id="leaves" width="36" height="36" patternUnits="userSpaceOnUse">
        <path d="M0 0h36v36H0Z" fill="var(--mint)" />
        <path
          d="M9 24C7 14 13 8 22 8c1 9-4 15-13 16ZM27 36c-3-3-3-7 0-10 4 3 4 7 0 10Z"
          fill="var(--teal)"
        />
        <path d="M27 5h.1" stroke="var(--raspberry)" strokeWidth="7" strokeLinecap="round" />
      </pattern>
    </defs>
  );
}

function Fox() {
  return (
    <g className={styles.fox} transform="translate(540 330)">
      <path d="M42 92c46 4 66-30 52-62-6 18-24 22-44 26Z" fill="#e8793a" />
      <path d="M94 30c8 16 6 32-6 44-6-10-4-22 6-44Z" fill="var(--paper)" />
      <path d="M-26 100c-8-40 8-62 30-62s42 22 38 62Z" fill="#e8793a" />
      <path d="M-10 100c-4-22 4-38 14-38s20 16 16 38Z" fill="var(--paper)" />
      <path
        d="M-40-2c-2-20 0-34 4-44 14 4 22 10 28 18h24c6-8 14-14 28-18 4 10 6 24 4 44-4 26-24 42-44 42s-40-16-44-42Z"
        fill="#e8793a"
      />
      <path
        d="M-32-34c8 3 13 7 16 12l-14 8c-2-8-3-14-2-20ZM40-34c-8 3-13 7-16 12l14 8c2-8 3-14 2-20Z"
        fill="var(--ink)"
        opacity="0.75"
      />
      <path
        d="M-40 0c14-6 32 2 44 40C-18 40-36 24-40 0ZM48 0C34-6 16 2 4 40 26 40 44 24 48 0Z"
        fill="var(--paper)"
      />
      <path d="M-14 2h.1M22 2h.1" stroke="var(--ink)" strokeWidth="9" strokeLinecap="round" />
      <path d="M4 30c-5 0-8-4-8-6s16-2 16 0-3 6-8 6Z" fill="var(--ink)" />
      <path
        d="M-26 14h.1M34 14h.1"
        stroke="var(--raspberry)"
        strokeWidth="11"
        strokeLinecap="round"
        opacity="0.45"
      />
    </g>
  );
}

/** Washing day at the studio: designs on a clothes line, a fox, and a pinwheel in the wind. */
export function HeroScene({ className }: { readonly className?: string | undefined }) {
  return (
    <svg
      viewBox="0 0 720 470"
      preserveAspectRatio="xMaxYMax slice"
      className={joinClasses(styles.scene, className)}
      aria-hidden="true"
      focusable="false"
    >
      <Patterns />
      <g className={styles.washing}>
        <circle cx="590" cy="86" r="52" fill="var(--sunshine)" />
        <circle cx="590" cy="86" r="64" className={styles.rays} />
        <g fill="var(--card)">
          <path
            d="M118 84a22 22 0 0 1 4-43 32 32 0 0 1 60-8 26 26 0 0 1 34 51Z"
            className={styles.cloud}
          />
          <path
            d="M392 70a17 17 0 0 1 3-33 25 25 0 0 1 47-6 20 20 0 0 1 26 39Z"
            className={styles.cloudFar}
          />
        </g>
        <path d="M58 470V118M662 470V118" stroke="#8a5a3c" strokeWidth="12" strokeLinecap="round" />
        <path d="M58 122q302 92 604 0" className={styles.line} />
        {swatches.map((swatch, index) => (
          <Cloth key={swatch.pattern} swatch={swatch} index={index} />
        ))}
        <g transform="translate(58 108)">
          <g className={styles.pinwheel}>
            <Blade turn={0} fill="var(--raspberry)" />
            <Blade turn={90} fill="var(--sunshine)" />
            <Blade turn={180} fill="var(--teal)" />
            <Blade turn={270} fill="var(--sky)" />
            <circle r="9" fill="var(--ink)" />
          </g>
        </g>
      </g>
      <Fox />
    </svg>
  );
}

/** The hills span the whole page: one behind the scene, one in front of it. */
export function Hill({ place }: { readonly place: 'back' | 'front' }) {
  return (
    <svg
      viewBox="0 0 1440 140"
      preserveAspectRatio="none"
      className={place === 'back' ? styles.backHill : styles.frontHill}
      aria-hidden="true"
      focusable="false"
    >
      <path
        d={
          place === 'back'
            ? 'M0 72C180 8 380-6 640 34s500 60 800-20v130H0Z'
            : 'M0 84c200-50 420-58 700-22s520 30 740-26v108H0Z'
        }
      />
    </svg>
  );
}
