import { EventEmitter } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';
import { parseEnv } from '#server/platform/env.ts';

const spawn = vi.hoisted(() => vi.fn());
vi.mock('node:child_process', () => ({ spawn }));

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** What `npm run dev` starts Vite with, for the shop and for the studio. */
async function viteServers() {
  const [shop, studio] = await Promise.all([
    import('../../../vite.config.ts'),
    import('../../../studio/vite.config.ts'),
  ]);
  return { shop: shop.default.server, studio: studio.default.server };
}

test.each([
  ['4900', 'http://localhost:4900'],
  [undefined, 'http://localhost:4173'],
])('with PORT %s, both of Vite’s proxies lead to %s', async (port, server) => {
  vi.stubEnv('PORT', port);

  const { shop, studio } = await viteServers();

  const ofStudio = { '/api': server, '/images': server, '/files': server };
  expect(studio?.proxy).toEqual(ofStudio);
  expect(shop?.proxy).toEqual({ ...ofStudio, '/practice': server });
});

test('the server gets PORT and prints the address of Vite, which has the pages', async () => {
  vi.stubEnv('PORT', '4900');
  vi.stubEnv('PUBLIC_URL', undefined);
  spawn.mockImplementation(() => new EventEmitter());

  await import('../../../scripts/dev.ts');

  const [server, ...apps] = spawn.mock.calls.map(([, words, { env }]) => ({ words, env }));
  expect(server?.words).toEqual(expect.arrayContaining(['server/main.ts', '--api-only']));
  const { shop } = await viteServers();
  const { publicUrl, port } = parseEnv(server?.env);
  // Vite's own port, unless it is told another.
  expect({ publicUrl, port }).toEqual({
    publicUrl: `http://localhost:${shop?.port ?? 5173}`,
    port: 4900,
  });
  expect(shop?.strictPort).toBe(true);
  expect(apps.map(({ words }) => words.at(-1))).toEqual([
    'vite.config.ts',
    'studio/vite.config.ts',
  ]);
});
