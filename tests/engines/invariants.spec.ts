import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/** Most take 5 s; a machine with two cores may have more to do. */
const sequenceMs = 180_000;
/** How long a page is asked to wait for the end of its sequence. */
const turnMs = 10_000;

interface Campaign {
  /** Lives through a sequence in a page of its own. */
  live(steps: readonly Step[], bug: string | null): Promise<void>;
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
    const browser = await openEngine(engine, folder);
    const tab = browser.firstTab;
    let worlds = 0;
    await use({
      async live(steps, bug) {
        worlds += 1;
        await tab.goto(`${server.url}?${worlds}`);
        await tab.evaluate((...args) => window.beginLiving(...args), steps, bug);
        const end = performance.now() + sequenceMs;
        while (!(await tab.evaluate((ms) => window.hasLived(ms), turnMs))) {
          if (performance.now() > end) throw new Error('The sequence doesn’t end');
        }
      },
    });
    await browser.kill();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  },
});

test('the invariants hold with the storage of every engine', async ({ campaign }) => {
  test.setTimeout(sequenceMs * (sequences + 1));
  const property = fc.asyncProperty(sequence, (steps) => campaign.live(steps, null));
  // Shrinking sequences of this many concurrent tasks hardly helps and takes minutes.
  await fc.assert(property, { numRuns: sequences, endOnFailure: true });
});

const [forgetful] = seededBugs;

test(`a page that ${forgetful?.name} is found out in every engine`, async ({ campaign }) => {
  const property = fc.asyncProperty(sequence, (steps) =>
    campaign.live(steps, forgetful?.name ?? null).catch((error: Error) => {
      if (forgetful?.caughtBy.test(error.message)) throw error;
    }),
  );
  const { failed } = await fc.check(property, {
    numRuns: 5,
    endOnFailure: true,
    ...forgetful?.shownBy,
  });
  expect(failed).toBe(true);
});
