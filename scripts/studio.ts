import { isHelpWanted, runCommand, studioHelp } from '#server/studio/run-command.ts';
import { tellOutcome, withShop } from './shop-command.ts';

/** `npm run studio -- <command>`: the studio's work until it has a back office. */
const words = process.argv.slice(2);
await tellOutcome(async () =>
  isHelpWanted(words) ? studioHelp : withShop((deps) => runCommand(deps, words)),
);
