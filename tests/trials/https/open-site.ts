import { createHash, randomBytes, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { downloadPath } from '#contract/shop/own-paths.ts';
import { createApp } from '#server/app.ts';
import { openPostgres } from '#server/platform/database/postgres.ts';
import type { AppServices } from '#server/services.ts';
import { addOrder } from '#tests/support/add-order.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { type PushSink, startPushSink } from '#tests/support/push-sink.ts';
import { freePort, type RunningShop, runShop } from '#tests/support/run-shop.ts';
import { startS3 } from '#tests/support/s3-server.ts';
import { servicesOver } from '#tests/support/services-over.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { runPostgres } from '#tests/support/start-postgres.ts';
import { joinStudio } from '#tests/support/studio-person.ts';
import { findChromium, fullBrowserFlags } from '../../../scripts/chromium.mjs';
import { composeVariables, startCaddy } from '../caddy.ts';
import { askOverHttps } from './ask-over-https.ts';

export const domains = { SHOP_DOMAIN: 'shop.example', FILES_DOMAIN: 'files.example' };
export const shopUrl = `https://${domains.SHOP_DOMAIN}`;
export const filesUrl = `https://${domains.FILES_DOMAIN}`;
const shopCount = 2;

/** Two shops on one PostgreSQL and one bucket behind Caddy, and a browser that reaches them. */
export interface Site {
  readonly shops: readonly RunningShop[];
  readonly pushes: PushSink;
  readonly ask: ReturnType<typeof askOverHttps>;
  readonly context: BrowserContext;
  readonly buyer: { readonly email: string; readonly password: string };
  readonly design: { readonly id: string; readonly title: string };
  /** What the buyer has bought: where the shop gives it to whom, and its bytes. */
  readonly bought: { readonly path: string; readonly token: string; readonly file: Buffer };
  /** The next code of the staff member's authenticator. */
  code(): string;
}

/** Opens it; adds to `ends`, in front, how to end each of its parts. */
export async function openSite(home: string, ends: (() => Promise<unknown>)[]): Promise<Site> {
  const opened = async <T>(opening: Promise<T>, end: (it: T) => Promise<unknown>) => {
    const it = await opening;
    ends.unshift(() => end(it));
    return it;
  };
  const postgres = await opened(runPostgres([]), (it) => it.end());
  const s3 = await opened(startS3(0, 'pinwheel'), (it) => it.end());
  const pushes = await opened(startPushSink(), (it) => it.end());
  const database = await opened(openPostgres(`${postgres.url}postgres`), (it) => it.close());
  const services = await servicesOver(database, { DATA_DIR: home, ...s3.settings });
  const prepared = await prepare(services);
  const settings = {
    ...s3.settings,
    ...pushes.settings,
    DATABASE_URL: `${postgres.url}postgres`,
    PUBLIC_URL: shopUrl,
    S3_PUBLIC_ENDPOINT: filesUrl,
    TRUST_PROXY: '127.0.0.1',
    DEMO: 'off',
  };
  const shops: RunningShop[] = [];
  for (let shop = 0; shop < shopCount; shop += 1) {
    shops.push(
      await opened(
        runShop(settings, async () => {}),
        (it) => it.end(),
      ),
    );
  }
  const port = await freePort();
  await opened(
    startCaddy(
      home,
      'compose.Caddyfile',
      ['local_certs', 'skip_install_trust', `http_port ${await freePort()}`, `https_port ${port}`],
      {
        ...composeVariables(),
        ...domains,
        SHOP_UPSTREAMS: shops.map(({ url }) => new URL(url).host).join(' '),
        FILES_UPSTREAM: new URL(s3.url).host,
      },
    ),
    async (it) => it.kill(),
  );
  const authority = (name: string) => readFileSync(join(home, 'caddy/pki/authorities/local', name));
  const context = await opened(openBrowser(port, authority('intermediate.crt')), (it) =>
    it.close(),
  );
  return { ...prepared, shops, pushes, context, ask: askOverHttps(port, authority('root.crt')) };
}

async function prepare(services: AppServices) {
  const { code } = await joinStudio(createApp(services), services);
  const file = randomBytes(50_000);
  const title = 'Foxes in fog';
  const id = await addProduct(services, { title, files: { 'design.png': file } });
  const { id: accountId, email, token } = await signUp(services);
  const order = await addOrder(services, { accountId, productIds: [id] });
  const path = downloadPath(order.id, order.itemIds[0] ?? '');
  const password = 'cotton and thread';
  const passwordHash = await services.passwords.hash(password);
  await services.database.write((tx) =>
    tx.updateTable('accounts').set({ passwordHash }).where('id', '=', accountId).execute(),
  );
  return {
    design: { id, title },
    bought: { path, token, file },
    buyer: { email, password },
    code: () => code(1),
  };
}

/** A browser that finds both sites on this machine, and trusts only what `authority` has signed. */
async function openBrowser(port: number, authority: Buffer): Promise<BrowserContext> {
  const key = new X509Certificate(authority).publicKey.export({ type: 'spki', format: 'der' });
  const trusted = createHash('sha256').update(key).digest('base64');
  const executablePath = await findChromium();
  return chromium.launchPersistentContext('', {
    ...(executablePath && { executablePath }),
    args: [
      ...fullBrowserFlags,
      `--host-resolver-rules=MAP *.example 127.0.0.1:${port}`,
      `--ignore-certificate-errors-spki-list=${trusted}`,
    ],
    baseURL: shopUrl,
    permissions: ['notifications'],
    reducedMotion: 'reduce',
  });
}
