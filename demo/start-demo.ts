import { type ChildProcess, fork } from 'node:child_process';
import type { EventEmitter } from 'node:events';
import { fileURLToPath } from 'node:url';
import { practicePassword } from '#contract/shop/practice-accounts.ts';
import type { CatalogueServices } from '#server/catalogue/catalogue-services.ts';
import { terminal } from '#server/platform/audit/record-action.ts';
import { makeAuditedChange } from '#server/platform/database/change.ts';
import { readSetting } from '#server/platform/settings/settings.ts';
import { demoRequest } from './demo-request.ts';
import type { DrawProgress } from './draw.ts';
import { inviteDemoOwner } from './invite-demo-owner.ts';

/** Whether to create the demo studio: as configured, or else if the shop is empty and takes no real payments. */
export async function isDemoWanted({
  env,
  database: { read },
}: Pick<CatalogueServices, 'env' | 'database'>): Promise<boolean> {
  if (env.demo !== null) return env.demo;
  if (env.payments.mode !== 'practice' || env.isProduction) return false;
  // Checks for contents, not for the database: a first start may have created only the tables.
  const [product, account, studio] = await Promise.all([
    read.selectFrom('products').select('id').limit(1).executeTakeFirst(),
    read.selectFrom('accounts').select('id').limit(1).executeTakeFirst(),
    read.selectFrom('settings').select('key').where('key', '=', 'studio').executeTakeFirst(),
  ]);
  return !product && !account && !studio;
}

/** Whether the demo's files are drawn, and its orders added and illustrated: drawing can stop at any point. */
export async function isDemoComplete({
  env,
  database: { read },
}: Pick<CatalogueServices, 'env' | 'database'>): Promise<boolean> {
  const file = await read
    .selectFrom('productFiles')
    .innerJoin('products', 'products.id', 'productFiles.productId')
    .select('productFiles.id')
    .where('products.isDemo', '=', 1)
    .where('productFiles.sha256', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (file) return false;
  // Fewer designs are for tests, which count orders of their own.
  if (env.demoDesigns !== null) return true;
  const orders = read.selectFrom('orders').where('createRequestId', 'like', `${demoRequest}%`);
  const [order, design, plain] = await Promise.all([
    orders.select('id').limit(1).executeTakeFirst(),
    read.selectFrom('products').select('id').where('isDemo', '=', 1).limit(1).executeTakeFirst(),
    orders
      .innerJoin('orderItems', 'orderItems.orderId', 'orders.id')
      .innerJoin('productImages', 'productImages.productId', 'orderItems.productId')
      .select('orderItems.id')
      .where('orderItems.imageUrl', '=', '')
      .limit(1)
      .executeTakeFirst(),
  ]);
  const hasOrders = order !== undefined || design === undefined;
  return hasOrders && plain === undefined;
}

/**
 * Creates the demo studio and invites its first owner, or does neither. Returns the owner's link; null if nobody was
 * invited or the demo already exists.
 */
export async function createDemo(services: CatalogueServices): Promise<string | null> {
  const { env } = services;
  const hash = await services.passwords.hash(practicePassword);
  // Imported here, because a shop without the demo never needs all this drawing code.
  const { seedDemo } = await import('./seed.ts');
  const link = await makeAuditedChange(services, terminal, async (change) => {
    // Another process may have created it since.
    const { value } = await readSetting(change.tx, 'demo');
    if (value) return null;
    await seedDemo(change, env.demoDesigns, hash);
    return inviteDemoOwner(change, env);
  });
  await services.catalogue.refresh();
  return link;
}

/** The running demo. */
interface Demo {
  /** Where the first owner of a new demo enters its studio; null if it was there before. */
  readonly studioLink: string | null;
  /** Stops drawing. */
  stop(): void;
}

/**
 * Seeds the demo studio if it is wanted, and draws what is missing in the child process that `draw` starts, unless the
 * settings say that there is to be none. Calls `onProgress` after each design.
 */
export async function startDemo(
  services: CatalogueServices,
  onProgress: (progress: DrawProgress) => void,
  draw = forkDrawing,
): Promise<Demo> {
  const known = await readSetting(services.database.read, 'demo');
  const isWanted = services.env.demo ?? (known.value || (await isDemoWanted(services)));
  if (!isWanted) return { studioLink: null, stop: () => {} };
  const studioLink = known.value ? null : await createDemo(services);
  if (await isDemoComplete(services)) return { studioLink, stop: () => {} };

  const child = draw();
  child.on('message', (progress: DrawProgress) => {
    onProgress(progress);
    services.catalogue
      .refresh()
      .catch((error) => services.log.error({ err: error }, 'refresh failed'));
  });
  child.on('exit', (code) => {
    if (code !== null && code !== 0)
      services.log.error({ code }, 'drawing the demo studio stopped');
  });
  return { studioLink, stop: () => child.kill('SIGTERM') };
}

function forkDrawing(): EventEmitter & Pick<ChildProcess, 'kill'> {
  return fork(fileURLToPath(new URL('./draw.ts', import.meta.url)), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}
