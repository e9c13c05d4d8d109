import { live } from '#tests/offline/campaign-life.ts';
import type { WorldNotes } from '#tests/offline/campaign-notes.ts';
import type { CampaignShop } from '#tests/offline/campaign-shop.ts';
import type { Step } from '#tests/offline/campaign-steps.ts';
import { seededBugs } from '#tests/offline/seeded-bugs.ts';

/** The page in which a sequence is lived through: its devices store in the engine's IndexedDB. */
declare global {
  interface Window {
    /**
     * @param bug the name of a seeded one
     * @param notes from when the browser was killed
     */
    beginLiving(
      steps: readonly Step[],
      bug: string | null,
      notes: WorldNotes | null,
    ): Promise<void>;
    /** Waits for the end this long, and says whether it has come. A driver waits a minute for an answer. */
    hasLived(ms: number): Promise<boolean>;
  }
}

/** Enough for a few calls of another tab, over a real network. */
const slowMs = 50;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Asks the process that has the shop. */
async function ask(name: string, args: readonly unknown[]) {
  const answer = await fetch(`/campaign/${name}`, { method: 'POST', body: JSON.stringify(args) });
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.json();
}

/** From the campaign's address to this page's server. */
async function fetchHere(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const { method, headers } = request;
  const body = method === 'GET' ? null : await request.text();
  return fetch(pathname + search, { method, headers, body });
}

let life: Promise<void>;

window.beginLiving = async (steps, bug, notes) => {
  const own = { fetch: fetchHere, products: await ask('products', []) };
  const shop = new Proxy(own as CampaignShop, {
    get: (_, name) =>
      Reflect.get(own, name) ?? ((...args: readonly unknown[]) => ask(String(name), args)),
  });
  const seeded = seededBugs.find(({ name }) => name === bug) ?? null;
  life = live(shop, steps, {
    bug: seeded,
    slowly: () => pause(slowMs),
    note: (latest) => ask('note', [latest]),
    notes,
  });
};

window.hasLived = (ms) => Promise.race([life.then(() => true), pause(ms).then(() => false)]);
