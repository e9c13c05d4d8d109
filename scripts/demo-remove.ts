import { removeDemo } from '#demo/remove.ts';
import { reportOutcome, withShop } from './shop-command.ts';

/** `npm run demo:remove`: removes the demo studio from DATA_DIR. */
await reportOutcome(() =>
  withShop(async ({ database, env, clock }) => {
    const { removed, retired } = await database.write((tx) => removeDemo(tx, clock()));
    const bought = retired === 0 ? '' : `, ${retired} that were bought are kept for their buyers`;
    return `Removed the demo studio from ${env.dataDir}: ${removed} designs${bought}.`;
  }),
);
