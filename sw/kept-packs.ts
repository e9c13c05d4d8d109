import { limits } from '#contract/wire/limits.ts';
import { listPack } from '#offline/catalogue/list-pack.ts';
import type { PackSource } from '#offline/catalogue/season-pack-store.ts';
import type { PackMeasure, ToWorker } from '#offline/catalogue/worker-messages.ts';
import { withCurrentStore } from '#offline/stores/current-store.ts';
import { readSession } from '#offline/stores/device-database.ts';
import { forgetSeenPictures } from './caching-rules.ts';
import { askShop, catalogue, isShopWell, notifyPages } from './catalogue.ts';
import { SeasonPacks } from './season-packs.ts';

const currentAccount = async () => (await readSession(null))?.accountId ?? null;

const list = (source: PackSource) =>
  listPack(source, {
    answer: async (asked) => (await catalogue.answer(asked)).answer,
    currentAccount,
    withStore: (work) => withCurrentStore(null, work),
  });

/** This device's season packs. */
export const seasonPacks = new SeasonPacks({
  list,
  currentAccount,
  isShopWell,
  onChange: () => notifyPages({ kind: 'seasonPacks' }),
  makeRoom: forgetSeenPictures,
  now: () => new Date().toISOString(),
});

/** Does what a page wants of a season pack. */
export async function changePack(
  message: Extract<ToWorker, { readonly kind: 'seasonPack' }>,
  port: MessagePort | undefined,
): Promise<void> {
  if (message.wish === 'keep') {
    const { isNoted, isStored } = seasonPacks.keep(message.name, message.source);
    port?.postMessage(await isNoted);
    await isStored;
  } else if (message.wish === 'remove') await seasonPacks.remove(message.id);
  else port?.postMessage(await measure(message.source).catch(() => null));
}

async function measure(source: PackSource): Promise<PackMeasure> {
  const designs = await list(source);
  if (designs.length > limits.listLength) return { designs: designs.length, bytes: 0 };
  if (designs.length === 0) return { designs: 0, bytes: 0 };
  const ids = designs.map(({ productId }) => productId);
  const { bytes } = await askShop('packSize', { body: { ids } });
  return { designs: designs.length, bytes };
}
