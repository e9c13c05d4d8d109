import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { test as base, expect } from '@playwright/test';
import fc from 'fast-check';
import { type Step, sequence } from '#tests/offline/campaign-steps.ts';
import { seededBugs } from '#tests/offline/seeded-bugs.ts';
import { type CampaignServer, serveCampaign } from './campaign-server.ts';
import { type Engine, openEngine } from './engines.ts';
import { whyMissing } from './prepare-engines.ts';

/** The sequences of tests/offline/invariants.test.ts, with the IndexedDB and the network of each engine (decision 141). */

/** `npm run trials -- --engine-sequences N` raises the count. */
const sequences = Number(process.env.ENGINE_SEQUENCES ?? 1);
const isTrial = process.env.ENGINE_SEQUENCES !== undefined;
/** A seeded bug must be caught within this many sequences. It takes one or two, unless the engine’s timing differs. */
const seededSequences = 20;

/** Most take 5 s; a machine with two cores may have more to do. */
const sequenceMs = 180_000;
/** How long a page is asked to wait for the end of its sequence. */
const turnMs = 10_000;

/** The browsers of so many sequences are killed on the way. */
const kills = 10;

/** In which of a sequence's steps, and how long after its beginning. */
const kill = fc.record({ step: fc.nat(), afterMs: fc.nat(60) });
type Kill = typeof kill extends fc.Arbitrary<infer K> ? K : never;

/** After a sign-in or sign-out that nobody saw the end of, it isn't known whose rows are there. */
function placeOf({ step }: Kill, steps: readonly Step[]): number {
  const places = [...steps.entries()].flatMap(([place, { kind }]) =>
    kind === 'sign' ? [] : [place],
  );
  return places[step % places.length] ?? 0;
}

interface Campaign {
  /** Lives through a sequence in a page of its own, or in two if the browser is killed on the way. */
  live(steps: readonly Step[], bug: string | null, kill?: Kill | null): Promise<void>;
}

const test = base.extend<
  { readonly engine: Engine; readonly campaign: Campaign },
  { readonly server: CampaignServer }
>({
  engine: ['Chromium', { option: true }],
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what it needs
    async ({}, use) => {
      const server = await serveCampaign();
      await use(server);
      await server.close();
    },
    { scope: 'worker' },
  ],
  campaign: async ({ engine, server }, use, testInfo) => {
    const missing = whyMissing(engine);
    testInfo.skip(missing !== undefined, missing ?? '');
    const folder = mkdtempSync(join(tmpdir(), 'pinwheel-campaign-'));
    let browser = await openEngine(engine, folder);
    let worlds = 0;

    async function liveHere(...life: Parameters<typeof window.beginLiving>): Promise<void> {
      const tab = browser.firstTab;
      await tab.goto(`${server.url}?${worlds}`);
      await tab.evaluate((...args) => window.beginLiving(...args), ...life);
      const end = performance.now() + sequenceMs;
      while (!(await tab.evaluate((ms) => window.hasLived(ms), turnMs))) {
        if (performance.now() > end) throw new Error('The sequence doesn’t end');
      }
    }

    await use({
      async live(steps, bug, kill = null) {
        worlds += 1;
        const lived = liveHere(steps, bug, null);
        if (!kill) return lived;
        let isDying = false;
        const killed = server.killIn(placeOf(kill, steps) + 1, async () => {
          await setTimeout(kill.afterMs);
          isDying = true;
          await browser.kill();
        });
        const cut = lived.catch((error: unknown) => {
          if (!isDying) throw error;
        });
        const [notes] = await Promise.all([killed, cut]);
        browser = await openEngine(engine, folder);
        return liveHere(steps, bug, notes);
      },
    });
    await browser.kill();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  },
});

test('the invariants hold with the storage of every engine', async ({ campaign }) => {
  test.setTimeout(sequenceMs * (sequences + 1));
  let begun = 0;
  const property = fc.asyncProperty(sequence, kill, (steps, wanted) => {
    begun += 1;
    return campaign.live(steps, null, begun <= kills ? wanted : null);
  });
  // Shrinking sequences of this many concurrent tasks hardly helps and takes minutes.
  await fc.assert(property, { numRuns: sequences, endOnFailure: true });
});

/** One that breaks each invariant; `npm test:all` tries the first, since the others are seen without engines. */
const firstBugs = seededBugs.filter(
  ({ breaks }, place) => seededBugs.findIndex((bug) => bug.breaks === breaks) === place,
);

for (const { name, breaks, caughtBy, shownBy } of isTrial ? firstBugs : firstBugs.slice(0, 1)) {
  test(`a page that breaks invariant ${breaks} is found out in every engine: it ${name}`, async ({
    campaign,
  }) => {
    test.setTimeout(sequenceMs * 5);
    const property = fc.asyncProperty(sequence, (steps) =>
      campaign.live(steps, name).catch((error: Error) => {
        if (caughtBy.test(error.message)) throw error;
      }),
    );
    const { failed } = await fc.check(property, {
      numRuns: seededSequences,
      endOnFailure: true,
      ...shownBy,
    });
    expect(failed).toBe(true);
  });
}
