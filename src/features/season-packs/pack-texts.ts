import { counted } from '#contract/wire/counted.ts';
import { limits } from '#contract/wire/limits.ts';
import type { SeasonPack } from '#offline/catalogue/season-pack-store.ts';
import type { PackMeasure } from '#offline/catalogue/worker-messages.ts';
import { formatBytes } from '#ui/format-bytes.ts';

/** The label of the button: `Save for the market: 84 designs, 6.2 MB`. Null: not measured. */
export function keepLabel(measure: PackMeasure): string {
  if (!measure) return 'Save for the market';
  return `Save for the market: ${counted(measure.designs, 'design')}, ${formatBytes(measure.bytes)}`;
}

/** Why a listing can't be kept offline; null if it can. `free`: bytes the browser still allows, if it says. */
export function keepProblem(measure: PackMeasure, free: number | null): string | null {
  if (!measure) return null;
  if (measure.designs > limits.listLength) {
    return `At most ${limits.listLength} designs can be saved at once. Choose a category or another filter first.`;
  }
  if (free !== null && measure.bytes > free) {
    return `These designs need ${formatBytes(measure.bytes)}, and this browser has room for ${formatBytes(Math.max(0, free))} more.`;
  }
  return null;
}

/** `120 of 236 pictures, 3.5 MB`. */
export function amountText({ pictures, wanted, bytes }: SeasonPack): string {
  return `${pictures} of ${wanted} pictures, ${formatBytes(bytes)}`;
}

/** What the device is doing with a pack, or what it has stored. */
export function statusText(pack: SeasonPack, isReached: boolean): string {
  const { status, designs, pictures, wanted, bytes } = pack;
  if (status === 'full') {
    return 'This device is out of space. Pictures stored so far stay. Free up some space, then continue, or remove them.';
  }
  if (status === 'running') {
    return isReached ? 'Storing pictures…' : 'Continues when the connection is back.';
  }
  const stored = `${counted(designs, 'design')}, ${formatBytes(bytes)}`;
  const missing = wanted - pictures;
  if (missing <= 0) return stored;
  const failed = counted(missing, 'picture');
  return `${stored}. ${failed} could not be downloaded and will be tried again later.`;
}
