import { changedFiles, lastShared } from './changed-files.ts';
import { bin, type Check, reportOutcomes, runTogether, typesOf } from './run-checks.ts';

/**
 * Formats and lints the files that were changed since the last commit that others have, and checks the types of the
 * projects that compile them: `npm run check`. Tests compile everything, so their types are checked
 * only if one of their own files has changed; `npm test` checks all.
 */

/** What each project compiles. */
const projects = {
  tests: ['tests/', 'vite.config.ts', 'studio/vite.config.ts'],
  '.': ['contract/', 'demo/', 'server/', 'scripts/'],
  studio: ['contract/', 'src/', 'studio/'],
  src: ['contract/', 'src/'],
  sw: ['contract/', 'src/api/', 'src/offline/', 'sw/'],
};
/** What can change the verdict on any file. */
const ofAll = ['biome.json', 'package-lock.json', 'package.json', 'tsconfig.json'];

const changed = changedFiles(lastShared());
const isInAll = changed.some((name) => ofAll.includes(name));
const format: Check = {
  title: 'format and lint',
  command: [
    ...[bin('biome'), 'check', '--write', '--error-on-warnings', '--no-errors-on-unmatched'],
    ...(isInAll ? ['.'] : changed),
  ],
};
const types = Object.entries(projects)
  .filter(([, places]) =>
    changed.some((name) => isInAll || places.some((place) => name.startsWith(place))),
  )
  .map(([project]) => typesOf(project));
reportOutcomes(changed.length === 0 ? [] : await runTogether([...types, format]));
