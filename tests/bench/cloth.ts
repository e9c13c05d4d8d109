import { loadavg } from 'node:os';
import type { Page } from '@playwright/test';
import { clothViewPath, plainView } from '#contract/shop/cloth-view-path.ts';
import { openPhone } from '#tests/support/phone.ts';
import { cpuSlowdown } from './cold-start.ts';
import { median } from './median.ts';
import type { Report } from './phone.ts';

const rounds = 7;
const roundMs = 1000;
/** Of the frames that the same page shows while nothing moves: a busy machine has fewer of both. */
const leastShare = 0.9;

/** Keys pressed one a frame, in turn. */
const gestures = [
  { name: 'moved', keys: ['ArrowRight'] },
  { name: 'scaled', keys: ['+', '-'] },
] as const;

/** What the cloth is shown as: flat, and on the thing with the most of it. */
const shown = [
  { name: 'cloth', thing: null },
  { name: 'cushion', thing: 'cushion' },
] as const;

/** Measures how many frames a second the cloth bench shows while its cloth is moved and scaled, flat and on a thing. */
export async function benchCloth(report: Report): Promise<void> {
  const phone = await openPhone();
  try {
    const design = (await phone.api.products()).find(({ tile }) => tile !== null);
    if (!design) throw new Error('No design of the studio repeats');
    for (const { name, thing } of shown) {
      const page = await phone.visit(clothViewPath(design._id, { ...plainView, thing }));
      await page.getByRole('application').locator('svg').waitFor();
      const session = await page.context().newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
      for (const gesture of gestures) await benchGesture(page, name, gesture, report);
      await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    }
  } finally {
    await phone.end();
  }
}

async function benchGesture(
  page: Page,
  what: string,
  { name, keys }: (typeof gestures)[number],
  report: Report,
): Promise<void> {
  const still: number[] = [];
  const busy: number[] = [];
  for (let round = 0; round < rounds; round++) {
    still.push(await framesASecond(page, []));
    busy.push(await framesASecond(page, keys));
  }
  const share = median(busy) / median(still);
  report(
    `share of frames shown while the ${what} is ${name}, page slowed ${cpuSlowdown} times`,
    share,
    `≥ ${leastShare}`,
    share >= leastShare,
    `${median(busy).toFixed(0)} of ${median(still).toFixed(0)} a second, ${rounds} times, load ${loadavg()[0]?.toFixed(2)}`,
  );
}

/** The frames that the page shows in a second while these keys are pressed on the cloth. */
function framesASecond(page: Page, keys: readonly string[]): Promise<number> {
  return page.getByRole('application').evaluate(
    (cloth, { pressed, milliseconds }) => {
      const { promise, resolve } = Promise.withResolvers<number>();
      const startedAt = performance.now();
      let frames = 0;
      function step(): void {
        const key = pressed[frames % pressed.length];
        if (key) cloth.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
        frames += 1;
        const passed = performance.now() - startedAt;
        if (passed < milliseconds) requestAnimationFrame(step);
        else resolve((frames / passed) * 1000);
      }
      requestAnimationFrame(step);
      return promise;
    },
    { pressed: keys, milliseconds: roundMs },
  );
}
