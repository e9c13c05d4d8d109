import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { createClient } from '#api/client.ts';
import { matchCatalogueCall } from '#contract/catalogue/catalogue-calls.ts';
import { createCatalogueEdge } from '#offline/catalogue/catalogue-edge.ts';
import type { CatalogueNews } from '#offline/catalogue/catalogue-news.ts';
import { openCatalogueStore } from '#offline/catalogue/catalogue-store.ts';
import { createApp } from '#server/app.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { createManualClock } from './test-device.ts';

type Network = 'up' | 'down' | 'silent' | 'portal' | 'broken';

const shopUrl = 'http://shop.test';

/** A device between a page and the real server, over a network that can be changed. */
/** Main colours of designs: reds that are nearer and further, a blue, and none. */
const paints = ['c8323cf', 'd03a4488a5a3c7', '3566b0f', 'b02a4cf', undefined];

export async function openCatalogueDevice(designs = 40) {
  const services = await makeServices();
  for (let count = 0; count < designs; count++) {
    const swatches = paints[count % paints.length];
    await addProduct(services, {
      title: `${count % 2 ? 'Fox' : 'Moon'} ${count}`,
      price: 500 + count * 25,
      category: count % 3 ? 'Sea' : 'Sky',
      salesCount: count % 5,
      ...(swatches !== undefined && { swatches }),
    });
  }
  await services.catalogue.refresh();
  const app = createApp(services);
  const idb = { indexedDB: new IDBFactory(), IDBKeyRange };
  let network: Network = 'up';
  let held: Promise<void> | null = null;
  const asked: string[] = [];
  const clock = createManualClock();
  const { request } = createClient({
    baseUrl: shopUrl,
    token: () => null,
    fetch: async (input, init) => {
      const sent = new Request(input as Request, init);
      asked.push(sent.url.slice(shopUrl.length));
      await held;
      if (network === 'down') throw new TypeError('Failed to fetch');
      if (network === 'silent') return new Promise<Response>(() => {});
      if (network === 'portal') {
        return new Response('<html>Buy minutes</html>', {
          headers: { 'Content-Type': 'text/html' },
        });
      }
      if (network === 'broken') return new Response('oops', { status: 502 });
      return app.request(sent);
    },
  });
  const news: CatalogueNews[] = [];
  let turns = 0;
  let isSavingData = false;
  /** As after the browser killed the worker: only the device's data is left. */
  const restart = (store = openCatalogueStore(idb)) =>
    createCatalogueEdge({
      store,
      request,
      clock,
      nextTurn: () => {
        turns++;
        return Promise.resolve();
      },
      tell: (item) => news.push(item),
      isSavingData: () => isSavingData,
    });
  return {
    services,
    app,
    clock,
    asked,
    news,
    /** How often indexing yielded to other work since this was last called. */
    takeTurns: () => {
      const taken = turns;
      turns = 0;
      return taken;
    },
    restart,
    edge: restart(),
    idb,
    /** Holds back every answer until it is released. */
    hold: () => {
      let release = () => {};
      held = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
    saveData: () => {
      isSavingData = true;
    },
    setNetwork: (next: Network) => {
      network = next;
    },
    /** What the server answers to the same address. */
    online: async (path: string) => (await app.request(shopUrl + path)).json() as Promise<object>,
  };
}

/** The catalogue call that a GET of `path` makes. */
export function call(path: string) {
  const asked = matchCatalogueCall(new URL(path, shopUrl));
  if (!asked) throw new Error(`${path} is no call of the catalogue`);
  return asked;
}

/** Publishes one more design. Returns its id. */
export async function publish(services: TestServices, title: string): Promise<string> {
  const id = await addProduct(services, { title });
  await services.catalogue.refresh();
  return id;
}
