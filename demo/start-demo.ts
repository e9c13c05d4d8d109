import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { practicePassword } from '#contract/shop/practice-accounts.ts';
import type { CatalogueServices } from '#server/catalogue/catalogue-services.ts';
import { readSetting } from '#server/platform/settings/settings.ts';
import type { DrawProgress } from './draw.ts';

/** Whether the demo studio belongs here: when asked for, else in an empty shop that nobody could pay in. */
export async function isDemoWanted({
  env,
  database: { read },
}: Pick<CatalogueServices, 'env' | 'database'>): Promise<boolean> {
  if (env.demo !== null) return env.demo;
  if (env.payments.mode !== 'practice' || env.isProduction) return false;
  // By what is in it, not by its age: a first start may have got no further than its tables.
  const [product, account, studio] = await Promise.all([
    read.selectFrom('products').select('id').limit(1).executeTakeFirst(),
    read.selectFrom('accounts').select('id').limit(1).executeTakeFirst(),
    read.selectFrom('settings').select('key').where('key', '=', 'studio').executeTakeFirst(),
  ]);
  return !product && !account && !studio;
}

/**
 * Plants the demo studio where it is wanted and draws what isn't drawn yet, in a child process.
 * `onProgress` is called after each design.
 */
export async function startDemo(
  services: CatalogueServices,
  onProgress: (progress: DrawProgress) => void,
): Promise<{ stop(): void }> {
  const { database, env, clock } = services;
  const known = await readSetting(database.read, 'demo');
  if (!known.value) {
    if (!(await isDemoWanted(services))) return { stop: () => {} };
    const hash = await services.passwords.hash(practicePassword);
    // The drawings are a lot of code, which a shop of its own never loads.
    const { seedDemo } = await import('./seed.ts');
    await database.write((tx) => seedDemo(tx, clock(), env.demoDesigns, hash));
    await services.catalogue.refresh();
  }
  const missing = await database.read
    .selectFrom('productFiles')
    .innerJoin('products', 'products.id', 'productFiles.productId')
    .select('productFiles.id')
    .where('products.isDemo', '=', 1)
    .where('productFiles.sha256', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (!missing) return { stop: () => {} };

  const child: ChildProcess = fork(fileURLToPath(new URL('./draw.ts', import.meta.url)), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.on('message', (progress: DrawProgress) => {
    onProgress(progress);
    void services.catalogue.refresh();
  });
  child.on('exit', (code) => {
    if (code !== null && code !== 0)
      services.log.error({ code }, 'drawing the demo studio stopped');
  });
  return { stop: () => child.kill('SIGTERM') };
}
