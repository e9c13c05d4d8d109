import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { configDefaults } from 'vitest/config';
import { shellMarks } from '#contract/shop/shell.ts';
import { limits } from '#contract/wire/limits.ts';

const compressible = /\.(js|css|html|svg|json|webmanifest|txt)$/;
const smallestWorthwhile = 512;

/** Writes `.br` and `.gz` beside what was built, so the server compresses nothing at run time. */
export function precompress(): Plugin {
  let folder = '';
  return {
    name: 'pinwheel:precompress',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      // After the worker was built.
      order: 'post',
      sequential: true,
      async handler() {
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
    },
  };
}

/**
 * Moves the mark that the server fills with a page's own tags behind the shop's stylesheet, so that
 * a page's styles come after the kit's, in the HTML as when the page is loaded later.
 */
function pageTagsLast(): Plugin {
  const { head } = shellMarks;
  return {
    name: 'pinwheel:page-tags-last',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace(head, '').replace('</head>', `  ${head}\n  </head>`),
    },
  };
}

/** Every page starts with these chunks and runs most of what is in them. */
const isStart = ({ name, isEntry }: { readonly name: string; readonly isEntry: boolean }) =>
  isEntry || name === 'shop';
const compileHint = '//# allFunctionsCalledOnLoad\n';

/** Has browsers that know the hint compile those beside the main thread, whole, while they load. */
function compileAhead(): Plugin {
  return {
    name: 'pinwheel:compile-ahead',
    // The file's name is made before the hint is in it.
    augmentChunkHash: (chunk) => (isStart(chunk) ? compileHint : undefined),
    generateBundle: {
      // The hint counts in a file's first line only, where Vite puts its own before.
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && isStart(file)) file.code = compileHint + file.code;
        }
      },
    },
  };
}

/** What the shop changes in React Aria, each where the library leaves no other way. */
const reactAriaEdits = [
  {
    // Typed letters are forgotten after a constant 1000 ms; the shop's menus do after 350 ms (spec §9).
    file: /selection\/useTypeSelect\.m?js$/,
    from: /(TYPEAHEAD_DEBOUNCE_WAIT_MS = )1000\b/,
    to: `$1${limits.menuTypeAheadMs}`,
  },
  // The two below write styles into the page, which the content security policy refuses;
  // base.css and overlay.module.css have what they would say.
  {
    file: /interactions\/usePress\.m?js$/,
    from: /ownerDocument\.head\.prepend\(style\);/,
    to: '',
  },
  {
    file: /overlays\/usePreventScroll\.m?js$/,
    from: /document\.head\.prepend\(style\);/,
    to: '',
  },
];

/** Makes those changes, and fails the build when the library no longer has what is changed. */
export function fitReactAria(): Plugin {
  return {
    name: 'pinwheel:fit-react-aria',
    transform: {
      filter: { id: reactAriaEdits.map(({ file }) => file) },
      handler(code, id) {
        const edit = reactAriaEdits.find(({ file }) => file.test(id));
        if (!edit) return null;
        if (!edit.from.test(code)) this.error(`React Aria has changed what ${edit.file} looks for`);
        return { code: code.replace(edit.from, edit.to), map: null };
      },
    },
  };
}

/**
 * Marks what React Router makes at its start as free of effects, and takes the names for debugging
 * from it: they keep forms, scroll restoration and routes with data, which the shop doesn't use.
 */
export function trimReactRouter(): Plugin {
  return {
    name: 'pinwheel:trim-react-router',
    apply: 'build',
    transform: {
      filter: { id: /react-router\/dist\/production\/lib\/.*\.js$/ },
      handler(code, id) {
        const trimmed = code
          .replace(/^\w+\.displayName = "[^"]+";$/gm, '')
          .replace(/^(const \w+ = )(?=React\$1\.(?:forwardRef|memo)\()/gm, '$1/* @__PURE__ */ ');
        // The file that has all of the above.
        if (trimmed === code && id.endsWith('/dom/lib.js')) {
          this.error('React Router is written another way');
        }
        return { code: trimmed, map: null };
      },
    },
  };
}

/** Takes out of the table of calls, which every page carries, what only the API's description says. */
function leaveOutSummaries(): Plugin {
  return {
    name: 'pinwheel:leave-out-summaries',
    apply: 'build',
    // Before anything has changed how the source is written.
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/shop\/calls\.ts$/ },
      handler(code) {
        const without = code.replace(/^ +summary:\s+(['"]).*\1,\n/gm, '');
        // The type's own line is the only one left.
        if (without.split('summary:').length !== 2) this.error('A summary is written another way');
        return { code: without, map: null };
      },
    },
  };
}

/** What is added to the built shell: by the server its head, its screens' tags, what installing needs and its security policy, by the worker the request for its data. */
const shellSources = [
  ...['built-shop.ts', 'document.ts', 'head.ts', 'manifest.ts', 'security.ts'].map((name) =>
    join('server/documents', name),
  ),
  'contract/shop/shell.ts',
  'contract/shop/page-data.ts',
  'sw/fill-shell.ts',
];

/** The worker takes the shell again when the server would send it differently, not only when it was built differently. */
async function shellRevision(built: string | null): Promise<string> {
  const hash = createHash('sha256').update(built ?? '');
  for (const name of shellSources) hash.update(await readFile(name));
  return hash.digest('hex').slice(0, 32);
}

const server = 'http://localhost:4173';

export default defineConfig({
  plugins: [
    react(),
    fitReactAria(),
    trimReactRouter(),
    leaveOutSummaries(),
    pageTagsLast(),
    compileAhead(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      injectRegister: false,
      manifest: false,
      injectManifest: {
        globPatterns: ['index.html', 'assets/*.{js,css,woff2,svg}', '*.svg'],
        manifestTransforms: [
          async (entries) => ({
            manifest: await Promise.all(
              entries.map(async (entry) =>
                entry.url === 'index.html'
                  ? { ...entry, revision: await shellRevision(entry.revision) }
                  : entry,
              ),
            ),
          }),
        ],
      },
    }),
    precompress(),
  ],
  build: {
    outDir: 'dist/shop',
    manifest: true,
    // Every browser that runs this target knows modulepreload.
    modulePreload: { polyfill: false },
    target: 'es2024',
    // One stylesheet of 13 kB: a page's own would each cost a request before the first paint.
    cssCodeSplit: false,
    // A data: URL would need its own exception in the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Names of lazy files stand in what every page starts with, and a hash doesn't compress:
        // seven letters of sixteen are the fewest the build takes for so many files.
        hashCharacters: 'hex',
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        // A file costs a phone some 10 ms and a network a request, however small it is: what every page
        // starts with is one file, and so is what several pages share.
        // main.tsx is left out, or the manifest would name no entry.
        codeSplitting: {
          groups: [
            {
              name: 'shop',
              test: /src\/app\/(router|start-\w+)\.tsx?$|react-dom\/client|src\/ui\/(paper-image|price|sticker)\.|src\/features\/install\/install-prompt|contract\/(messages\/commissions|wire\/id-pattern|shop\/sort)\.ts$/,
            },
            {
              name: 'listing',
              test: /src\/app\/pages\/(listing-page|card-actions)|src\/features\/catalogue\/(listing-results|listing-view|price-bounds|sort-menu|filter-url|use-existing-page|use-search)/,
            },
            {
              name: 'fields',
              test: /src\/ui\/(field|text-field|select)\./,
            },
            {
              name: 'schemas',
              test: /node_modules\/valibot|contract\/(shop\/account|wire\/fields)\.ts$/,
            },
            {
              name: 'forms',
              test: /src\/ui\/(use-form|password-field)\.|src\/features\/account\/(account-card|account-form|reset-step)/,
            },
            {
              name: 'buying',
              test: /contract\/messages\/paying|src\/api\/(keeps-session|left-accounts|log-failure)|src\/features\/cart\/kept-coupon|src\/offline\/views\/cart-changes|src\/ui\/(focus-beside|time-ago)\./,
            },
          ],
        },
      },
    },
  },
  optimizeDeps: { rolldownOptions: { plugins: [fitReactAria()] } },
  server: { proxy: { '/api': server, '/images': server, '/files': server, '/practice': server } },
  test: {
    environment: 'node',
    include: ['tests/{unit,offline,api}/**/*.test.{ts,tsx}'],
    exclude: configDefaults.exclude,
    sequence: { shuffle: true },
    // Nothing else runs beside the tests; left alone, one of two cores would.
    maxWorkers: '100%',
    // A loaded machine is slow, not wrong; no test measures time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
