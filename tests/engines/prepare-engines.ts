import prepareJourneys from '#tests/support/prepare-journeys.ts';
import { ensureEngine } from '../../scripts/engines.mjs';
import { type Engine, tryEngine } from './engines.ts';

/** Why an engine can't be had here, for the processes that run the journeys. */
const reasonOf = (engine: Engine) => `NO_${engine.toUpperCase()}`;

export const whyMissing = (engine: Engine): string | undefined => process.env[reasonOf(engine)];

/** Beside Chromium, which is there. */
const others = [
  ['Firefox', 'firefox'],
  ['WebKit', 'webkit'],
] as const;

/** Installs the engines and tries each: journeys in one that can't be had are skipped, and the run says why. */
export default async function prepareEngines(): Promise<() => void> {
  const end = await prepareJourneys();
  for (const [engine, name] of others) {
    try {
      ensureEngine(name);
      const version = await tryEngine(engine).catch(() => tryEngine(engine));
      process.stdout.write(`${version}\n`);
    } catch (error) {
      const [why = ''] = String(error).split('\n');
      process.env[reasonOf(engine)] =
        `${engine}: no journey ran, because it can’t be had here: ${why}`;
      process.stdout.write(`${engine} can’t be had here: ${error}\n`);
    }
  }
  return end;
}
