import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { build } from 'vite';
import type { WorldNotes } from '#tests/offline/campaign-notes.ts';
import { openCampaignShop } from '#tests/offline/campaign-shop.ts';
import { endFile } from '#tests/support/at-end-of-file.ts';

export interface CampaignServer {
  /** Where a page lives through sequences. Pages with the same query share what they store. */
  readonly url: string;
  /** Kills once the page has begun this many steps; it gets no further. Returns the page's notes. */
  killIn(begun: number, kill: () => Promise<void>): Promise<WorldNotes>;
  close(): Promise<void>;
}

const page = fileURLToPath(new URL('./campaign-page.ts', import.meta.url));
const ownIndexedDb = fileURLToPath(new URL('./own-indexeddb.ts', import.meta.url));

/** The campaign's shop and the page that visits it, at one origin. */
export async function serveCampaign(): Promise<CampaignServer> {
  const [script, shop] = await Promise.all([bundlePage(), openCampaignShop()]);
  let doom: { readonly begun: number; readonly come: (notes: WorldNotes) => void } | null = null;
  const calls: Readonly<Record<string, unknown>> = {
    ...shop,
    note(notes: WorldNotes) {
      if (!doom || notes.begun < doom.begun) return null;
      if (notes.begun > doom.begun) return new Promise(() => {});
      doom.come(notes);
      return null;
    },
  };
  const app = new Hono()
    .get('/campaign', ({ html }) =>
      html('<!doctype html><script type="module" src="/campaign.js"></script>'),
    )
    .get('/campaign.js', ({ body }) => body(script, 200, { 'Content-Type': 'text/javascript' }))
    .post('/campaign/:name', async ({ req, json }) => {
      const call = calls[req.param('name')];
      const args = await req.json();
      return json((typeof call === 'function' ? await call(...args) : call) ?? null);
    })
    .all('*', ({ req }) => shop.fetch(req.raw));
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It has no port');
  return {
    url: `http://127.0.0.1:${address.port}/campaign`,
    async killIn(begun, kill) {
      const notes = await new Promise<WorldNotes>((come) => {
        doom = { begun, come };
      });
      await kill();
      doom = null;
      return notes;
    },
    async close() {
      server.close();
      await endFile();
    },
  };
}

/** The campaign as one script for a page. */
async function bundlePage(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"test"' },
    resolve: { alias: { 'fake-indexeddb': ownIndexedDb } },
    build: {
      write: false,
      minify: false,
      lib: { entry: page, formats: ['es'] },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [output] = [built].flat();
  if (!output || !('output' in output)) throw new Error('Nothing was built');
  return output.output[0].code;
}
