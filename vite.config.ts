import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { configDefaults } from 'vitest/config';
import { limits } from './contract/limits.ts';

const compressible = /\.(js|css|html|svg|json|webmanifest|txt)$/;
const smallestWorthwhile = 512;

/** Writes `.br` and `.gz` beside what was built, so the server compresses nothing at run time. */
function precompress(): Plugin {
  let folder = '';
  return {
    name: 'pinwheel:precompress',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    async closeBundle() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name));
      for (const entry of files) {
        const file = join(entry.parentPath, entry.name);
        const bytes = await readFile(file);
        if (bytes.length < smallestWorthwhile) continue;
        const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
        await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
        await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
      }
    },
  };
}

/**
 * React Aria forgets typed letters after a constant 1000 ms; the shop's menus do after 350 ms
 * (spec §9). The build fails when the constant moves, so the rule can't be lost in an update.
 */
export function menuTypeAhead(): Plugin {
  const constant =
    /TYPEAHEAD_DEBOUNCE_WAIT_MS = 1000\b|(\$\w+\$var\$TYPEAHEAD_DEBOUNCE_WAIT_MS) = 1000\b/;
  return {
    name: 'pinwheel:menu-type-ahead',
    transform: {
      filter: { id: /useTypeSelect\.m?js$/ },
      handler(code) {
        if (!constant.test(code)) this.error("React Aria's type-ahead constant has moved");
        return { code: code.replace('= 1000', `= ${limits.menuTypeAheadMs}`), map: null };
      },
    },
  };
}

const server = 'http://localhost:4173';

export default defineConfig({
  plugins: [react(), menuTypeAhead(), precompress()],
  build: {
    outDir: 'dist/shop',
    manifest: true,
    // Every browser that runs this target knows modulepreload.
    modulePreload: { polyfill: false },
    target: 'es2024',
    // A data: URL would need its own exception in the content security policy.
    assetsInlineLimit: 0,
  },
  optimizeDeps: { rolldownOptions: { plugins: [menuTypeAhead()] } },
  server: { proxy: { '/api': server, '/images': server, '/files': server, '/practice': server } },
  test: {
    environment: 'node',
    include: ['tests/{unit,offline,api}/**/*.test.{ts,tsx}'],
    exclude: configDefaults.exclude,
    sequence: { shuffle: true },
  },
});
