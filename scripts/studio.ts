import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openSqlite } from '#server/database/sqlite.ts';
import { EnvError, parseEnv } from '#server/env.ts';
import { CommandError } from '#server/studio/command-error.ts';
import { isHelpWanted, runCommand, studioHelp } from '#server/studio/run-command.ts';

/** `npm run studio -- <command>`: the studio's work until it has a back office. */

try {
  process.stdout.write(`${await run(process.argv.slice(2))}\n`);
} catch (error) {
  if (!(error instanceof CommandError || error instanceof EnvError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

async function run(words: readonly string[]): Promise<string> {
  if (isHelpWanted(words)) return studioHelp;
  const env = parseEnv(process.env);
  // Opening a folder without a shop would make one.
  if (!existsSync(join(env.dataDir, 'pinwheel.sqlite'))) {
    throw new CommandError(
      `There is no shop in ${env.dataDir}. Start it once, or set DATA_DIR to where it is.`,
    );
  }
  const database = await openSqlite(env.dataDir);
  try {
    return await runCommand({ database, env, clock: () => new Date() }, words);
  } finally {
    await database.close();
  }
}
