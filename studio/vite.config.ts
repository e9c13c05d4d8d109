import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import {
  buildTargets,
  builtFrom,
  css,
  fitReactAria,
  precompress,
  server,
  trimCallTables,
  trimReactRouter,
} from '../vite.config.ts';

/** The back office is a separate app; the shop contains none of its code. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/studio/',
  publicDir: false,
  css,
  plugins: [
    react(),
    fitReactAria(),
    trimReactRouter(),
    trimCallTables(),
    builtFrom('studio'),
    precompress(),
  ],
  build: {
    outDir: join(import.meta.dirname, '../dist/studio'),
    emptyOutDir: true,
    manifest: true,
    modulePreload: { polyfill: false },
    target: buildTargets,
    // A data: URL would need its own exception in the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: {
        index: join(import.meta.dirname, 'index.html'),
        'push-worker': join(import.meta.dirname, 'worker/push-worker.ts'),
      },
      output: {
        // The first script names every lazy file, and a hash doesn't compress.
        hashCharacters: 'hex',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        // One file compresses better than ten. The worker is an entry of its own and imports nothing.
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], test: /^(?!.*studio\/(worker|main))/ },
            {
              name: 'lists',
              test: /studio\/ui\/(table|long-pager|row-link|badge|instant|parts\.)/,
            },
            {
              name: 'edits',
              test: /studio\/ui\/(conflicts|leave-guard|shared-draft|use-shared-(form|value))\./,
            },
          ],
        },
        // A worker needs an address that stays the same.
        entryFileNames: ({ name }) =>
          name === 'push-worker' ? '[name].js' : 'assets/[name]-[hash:7].js',
      },
    },
  },
  optimizeDeps: { rolldownOptions: { plugins: [fitReactAria()] } },
  server: {
    port: 5174,
    strictPort: true,
    proxy: { '/api': server, '/images': server, '/files': server },
  },
});
