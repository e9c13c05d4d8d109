import { type Job, repeat } from '../platform/jobs/repeat.ts';
import { runAlone } from '../platform/jobs/run-alone.ts';
import type { Services } from '../platform/services/services.ts';
import { readBookSettings } from './books.ts';
import { readFigures } from './report.ts';

const everyMs = 3_600_000;
/** The first time waits until the start is over. */
const firstMs = 60_000;

/** Reads the figures of the year up to today, which stores what takes long to add up. */
export async function readYearsFigures({
  database,
  clock,
  env,
}: Pick<Services, 'database' | 'clock' | 'env'>): Promise<void> {
  const settings = await readBookSettings(database.read, env);
  await readFigures(database, { range: 'year' }, clock(), settings);
}

/** Adds up what is new in the year every hour, so that no report of it has to. */
export function startYearsFigures(services: Services): Job {
  return repeat(
    { everyMs, firstMs },
    async () => {
      await runAlone(services, 'figures of a year', () => readYearsFigures(services), { everyMs });
    },
    (error) => services.log.error({ err: error }, 'the year’s figures couldn’t be added up'),
  );
}
