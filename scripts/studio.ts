import { pino } from 'pino';
import { isHelpWanted, runCommand, studioHelp } from '#server/operations/run-command.ts';
import { openGateway } from '#server/orders/payments/open-gateway.ts';
import { reportOutcome, withShop } from './shop-command.ts';

/** `npm run studio -- <command>`: administers the studio from the terminal. */
const words = process.argv.slice(2);
await reportOutcome(async () => {
  if (isHelpWanted(words)) return studioHelp;
  return withShop(async (deps) => {
    const { env, clock } = deps;
    const gateway = openGateway(env, clock, pino({ level: env.logLevel }, pino.destination(2)));
    try {
      return await runCommand({ ...deps, gateway }, words);
    } finally {
      gateway.close();
    }
  });
});
