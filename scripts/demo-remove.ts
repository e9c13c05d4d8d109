import { counted } from '#contract/wire/counted.ts';
import { removeDemo } from '#demo/remove.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { reportOutcome, withShop } from './shop-command.ts';

/** `npm run demo:remove`: removes the demo studio from DATA_DIR. */
await reportOutcome(() =>
  withShop(async (shop) => {
    const { removed, retired } = await makeChange(shop, removeDemo);
    const bought =
      retired === 0
        ? ''
        : `, ${counted(retired, 'that was bought is', 'that were bought are')} kept for their buyers`;
    return `Removed the demo studio from ${shop.env.dataDir}: ${counted(removed, 'design')}${bought}.`;
  }),
);
