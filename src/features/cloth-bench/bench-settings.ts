import { type LengthUnit, lengthUnits } from './measures.ts';

/** What the bench remembers on a device, for any account. */
export interface BenchSettings {
  /** The screen's own dots per inch, once someone has measured it with a card; null before. */
  readonly dotsPerInch: number | null;
  readonly unit: LengthUnit;
  /** Inches. */
  readonly fabricWidth: number;
}

/** Usual widths of fabric, in inches. */
export const fabricWidths = [44, 54, 60] as const;
export const minFabricWidth = 1;
export const maxFabricWidth = 200;

export const firstSettings: BenchSettings = {
  dotsPerInch: null,
  unit: 'in',
  fabricWidth: fabricWidths[0],
};

const key = 'cloth-bench';
const minDots = 40;
const maxDots = 1_000;

function isBetween(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && value >= least && value <= most;
}

/** Parses stored settings; what is missing or impossible is as at first. */
export function parseSettings(text: string | null): BenchSettings {
  try {
    const stored = JSON.parse(text ?? '{}') as Partial<Record<keyof BenchSettings, unknown>>;
    const { dotsPerInch, fabricWidth } = stored;
    return {
      dotsPerInch: isBetween(dotsPerInch, minDots, maxDots) ? dotsPerInch : null,
      unit: lengthUnits.find((unit) => unit === stored.unit) ?? firstSettings.unit,
      fabricWidth: isBetween(fabricWidth, minFabricWidth, maxFabricWidth)
        ? fabricWidth
        : firstSettings.fabricWidth,
    };
  } catch {
    return firstSettings;
  }
}

/** The stored settings; those of the first time in a browser that stores nothing. */
export function readSettings(): BenchSettings {
  try {
    return parseSettings(localStorage.getItem(key));
  } catch {
    return firstSettings;
  }
}

/** Stores the settings; without storage they last as long as the page. */
export function saveSettings(settings: BenchSettings): void {
  try {
    localStorage.setItem(key, JSON.stringify(settings));
  } catch {
    // They are asked for again next time.
  }
}
