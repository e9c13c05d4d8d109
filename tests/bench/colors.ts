import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { harmonyWith } from '#contract/catalogue/color-match.ts';
import { readSwatches, type Swatch, swatchesOf } from '#contract/catalogue/swatches.ts';
import { demoProducts } from '#demo/seed.ts';
import { visiblePixels } from '#server/designs/files/picture-colors.ts';
import { loadSharp } from '#server/platform/files/load-sharp.ts';
import { openBareTab } from './bare-tab.ts';
import { cpuSlowdown } from './cold-start.ts';
import { median } from './median.ts';
import type { Report } from './phone.ts';

const designs = 5000;
const scoreMs = 50;
const rounds = 9;
const leastFirst = 0.95;
/** Widths of a picture as stored and as a device shows it in a listing, in px. */
const storedWidth = 1280;
const shownWidth = 320;

/** Measures whether a design is found again by its own picture's colours, and how long a page takes to compare all designs. */
export async function benchColors(report: Report): Promise<void> {
  const palettes = await demoPalettes();
  const first = palettes.filter(({ shown }, own) => isFirst(shown, own, palettes)).length;
  const share = first / palettes.length;
  const what = 'share of the demo’s designs that their own preview finds first';
  const detail = `${first} of ${palettes.length}`;
  report(what, share, `≥ ${leastFirst}`, share >= leastFirst, detail);

  const times = await scoreTimes(palettes.map(({ text }) => text));
  const middle = median(times);
  report(
    `ms to compare a design with ${designs}, page slowed ${cpuSlowdown} times`,
    middle,
    `< ${scoreMs}`,
    middle < scoreMs,
    `${Math.min(...times).toFixed(1)} to ${Math.max(...times).toFixed(1)}, ${times.length} times`,
  );
}

interface Palette {
  /** As `swatchesOf` writes it. */
  readonly text: string;
  readonly stored: readonly Swatch[];
  /** Of the small, lossy preview. */
  readonly shown: readonly Swatch[];
}

async function demoPalettes(): Promise<Palette[]> {
  const sharp = await loadSharp();
  const palettes: Palette[] = [];
  for (const { previews } of demoProducts(null)) {
    const svg = previews[0]?.();
    if (svg === undefined) continue;
    const picture = await sharp(Buffer.from(svg)).resize(storedWidth).png().toBuffer();
    const preview = await sharp(picture).resize(shownWidth).webp({ quality: 60 }).toBuffer();
    const text = swatchesOf(await visiblePixels(async () => sharp(picture)));
    palettes.push({
      text,
      stored: readSwatches(text),
      shown: readSwatches(swatchesOf(await visiblePixels(async () => sharp(preview)))),
    });
  }
  return palettes;
}

function isFirst(shown: readonly Swatch[], own: number, palettes: readonly Palette[]): boolean {
  const harmonyOf = harmonyWith(shown);
  const scores = palettes.map(({ stored }) => harmonyOf(stored));
  return scores.every((score, place) => place === own || score < (scores[own] ?? 0));
}

/** Runs in the page: compares the first design with all, as `goesWith` does, and resolves with the time of each round. */
function compareAll(texts: readonly string[], times: number): number[] {
  const { goesWith, readSwatches: read } = window.colors;
  const all = texts.map((text) => ({ swatches: read(text), designers: [], categories: [] }));
  const [own] = all;
  if (!own) return [];
  return Array.from({ length: times }, () => {
    const startedAt = performance.now();
    all.map(goesWith(own)).sort((one, other) => other - one);
    return performance.now() - startedAt;
  });
}

declare global {
  interface Window {
    readonly colors: typeof import('#contract/catalogue/color-match.ts') &
      typeof import('#contract/catalogue/swatches.ts');
  }
}

/** The time to compare one design with `designs` others, in ms, of each round. */
async function scoreTimes(palettes: readonly string[]): Promise<number[]> {
  const texts = Array.from({ length: designs }, (_, place) => palettes[place % palettes.length]);
  const folder = mkdtempSync(join(tmpdir(), 'pinwheel-bench-'));
  const tab = await openBareTab(folder);
  try {
    await tab.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
    await tab.send('Runtime.evaluate', { expression: await builtColors() });
    const { result } = (await tab.send('Runtime.evaluate', {
      expression: `(${compareAll})(${JSON.stringify(texts)}, ${rounds})`,
      returnByValue: true,
    })) as { readonly result: { readonly value?: number[] } };
    if (!result.value) throw new Error('The page compared nothing');
    return result.value;
  } finally {
    await tab.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The page's code that compares colours, as a script that sets `window.colors`. */
async function builtColors(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'pinwheel-bench-'));
  const entry = join(folder, 'colors.ts');
  const from = (name: string) =>
    `export * from ${JSON.stringify(join(import.meta.dirname, '../../contract/catalogue', name))};\n`;
  writeFileSync(entry, from('color-match.ts') + from('swatches.ts'));
  try {
    const output = await build({
      configFile: false,
      logLevel: 'error',
      build: { write: false, lib: { entry, formats: ['iife'], name: 'colors' } },
    });
    const [built] = [output].flat();
    if (!built || !('output' in built)) throw new Error('Nothing was built');
    return built.output[0].code;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
