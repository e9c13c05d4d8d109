import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { type CSSOptions, defineConfig, type Plugin, parse, Visitor } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { configDefaults } from 'vitest/config';
import { oldestBrowsers } from '#contract/shop/oldest-browsers.ts';
import { shellMarks } from '#contract/shop/shell.ts';
import { limits } from '#contract/wire/limits.ts';
import { builds, hashSources, noteSources } from './scripts/builds.mjs';
import { chromiumFlags, findHeadlessShell } from './scripts/chromium.mjs';

const compressible = /\.(js|css|html|svg|json|webmanifest|txt)$/;
const smallestWorthwhile = 512;

/** Both apps are built for these browsers. */
export const buildTargets = Object.entries(oldestBrowsers).map((entry) => entry.join(''));

/** Classes are named by their file alone: with the line that Vite adds, they compress to a twentieth more. */
export const css: CSSOptions = {
  modules: {
    generateScopedName: (name, file) => {
      const hash = createHash('sha1')
        .update(relative(import.meta.dirname, file))
        .digest('hex');
      return `_${name}_${hash.slice(0, 5)}`;
    },
  },
};

/** Notes what an app was built from, so that it is built again, or not used, with other sources. */
export function builtFrom(name: string): Plugin {
  const build = builds.find((each) => each.name === name);
  let hashes = {};
  return {
    name: 'pinwheel:built-from',
    apply: 'build',
    buildStart() {
      if (build) hashes = hashSources(build);
    },
    closeBundle() {
      if (build) noteSources(build, hashes);
    },
  };
}

/** Writes `.br` and `.gz` next to built files, so that the server needn't compress at run time. */
export function precompress(): Plugin {
  let folder = '';
  return {
    name: 'pinwheel:precompress',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      // After the worker is built.
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

/** Fails the build if the worker, which browsers start as a classic script, contains what only modules may. */
function classicWorker(): Plugin {
  return {
    name: 'pinwheel:classic-worker',
    apply: 'build',
    closeBundle: {
      // After the worker is built.
      order: 'post',
      sequential: true,
      async handler() {
        const code = await readFile('dist/shop/sw.js', 'utf8');
        const [found] = /\bimport(?:\.meta\b|\()/.exec(code) ?? [];
        if (found)
          this.error(`The worker contains ${found}: something it shares imports at run time`);
      },
    },
  };
}

/**
 * Moves what the first paint doesn't need to the document's end: browsers paint without waiting for it, and ask for fonts
 * and the first picture before it. No script runs before the stylesheet is there.
 */
function firstPaintFirst(): Plugin {
  const late = /^ *<(?:link rel="(?:modulepreload|stylesheet)"|script type="module").*>\n/gm;
  return {
    name: 'pinwheel:first-paint-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => {
        const tags = html.match(late)?.join('') ?? '';
        // The screen's own code comes first: with the other, pictures would have to share the line with all at once.
        return html
          .replace(late, '')
          .replace(shellMarks.screen, () => `${shellMarks.screen}\n    ${tags.trim()}`);
      },
    },
  };
}

/** Every page loads these chunks first and runs most of their code. */
const isStart = ({ name, isEntry }: { readonly name: string; readonly isEntry: boolean }) =>
  isEntry || name === 'shop';
const compileHint = '//# allFunctionsCalledOnLoad\n';

/** Makes browsers that know the hint compile these chunks completely, off the main thread, while loading. */
function compileAhead(): Plugin {
  return {
    name: 'pinwheel:compile-ahead',
    // The file name is computed before the hint is added.
    augmentChunkHash: (chunk) => (isStart(chunk) ? compileHint : undefined),
    generateBundle: {
      // The hint only works in a file's first line, where Vite puts its own line before.
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && isStart(file)) file.code = compileHint + file.code;
        }
      },
    },
  };
}

/** The shop's changes to React Aria, where the library offers no other way. */
const reactAriaEdits = [
  {
    // The library resets typed letters after a constant 1000 ms; the shop's menus do so after 350 ms (U12).
    file: /selection\/useTypeSelect\.m?js$/,
    from: /(TYPEAHEAD_DEBOUNCE_WAIT_MS = )1000\b/,
    to: `$1${limits.menuTypeAheadMs}`,
  },
  // These two add style elements, which the content security policy refuses. base.css and overlay.module.css
  // have those styles instead.
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

interface Edit {
  readonly file: RegExp;
  readonly from: RegExp;
  readonly to: string;
}

/** Applies edits to a library's files. Fails the build if the library's code no longer matches. */
function editsOf(library: string, edits: readonly Edit[]): Pick<Plugin, 'transform'> {
  return {
    transform: {
      filter: { id: edits.map(({ file }) => file) },
      handler(code, id) {
        let edited = code;
        for (const { file, from, to } of edits) {
          if (!file.test(id)) continue;
          const next = edited.replace(from, to);
          if (next === edited) this.error(`${library} has changed what ${from} looks for in ${id}`);
          edited = next;
        }
        return { code: edited, map: null };
      },
    },
  };
}

export function fitReactAria(): Plugin {
  return { name: 'pinwheel:fit-react-aria', ...editsOf('React Aria', reactAriaEdits) };
}

/** What the apps don't use of React Router, where the build can't see that by itself (decision 103). */
const reactRouterEdits = [
  { file: /lib\/(context|dom\/lib)\.js$/, from: /^\w+\.displayName = "[^"]+";$/gm, to: '' },
  {
    file: /lib\/(components|dom\/lib)\.js$/,
    from: /^(const \w+ = )(?=React\$1\.(?:forwardRef|memo)\()/gm,
    to: '$1/* @__PURE__ */ ',
  },
  {
    file: /lib\/(hooks|components)\.js$/,
    from: /^var (\w+) = (class extends React\$1\.Component \{\n[\s\S]*?^\});$/gm,
    to: 'const $1 = /* @__PURE__ */ (() => $2)();',
  },
  // Links that fetch their page before they are pressed.
  {
    file: /lib\/dom\/lib\.js$/,
    from: /let (\[shouldPrefetch, prefetchRef, prefetchHandlers\]) = usePrefetchBehavior\(.*\);/,
    to: 'const shouldPrefetch = false, prefetchRef = undefined, prefetchHandlers = {};',
  },
  // Routes with loaders, and the library's own error screens.
  {
    file: /lib\/hooks\.js$/,
    from: /^(function \w+\(.*), dataRouterOpts\) \{$/gm,
    to: '$1) {\n\tconst dataRouterOpts = undefined;',
  },
  {
    file: /lib\/hooks\.js$/,
    from: /let dataRouterState = dataRouterOpts\?\.state;/,
    to: 'const dataRouterState = undefined;',
  },
  {
    file: /lib\/hooks\.js$/,
    from: /React\$1\.useContext\(IsDataRouteContext\) \? useNavigateStable\(\) : /,
    to: '',
  },
];

/** Leaves out of React Router what the apps don't use: data routes, forms, scroll restoration and debug names. */
export function trimReactRouter(): Plugin {
  return {
    name: 'pinwheel:trim-react-router',
    apply: 'build',
    ...editsOf('React Router', reactRouterEdits),
  };
}

/** What a page needs of no call: only the server parses requests, and only the API's description has summaries. */
const serversPart = new Set(['summary', 'params', 'query', 'body']);

/** Without what is imported for nothing, which would be loaded with the first screen all the same. */
function withoutUnusedImports(code: string): string {
  return code.replace(/^import \{([^}]*)\} from '[^']*';$/gm, (line, names: string) =>
    (names.match(/\w+/g) ?? []).some((name) => code.split(name).length > 2) ? line : '',
  );
}

/**
 * Leaves the server's part out of the tables of calls, which every page loads, and with it the schemas of requests. The
 * calls of the catalogue keep theirs: devices answer them, too.
 */
export function trimCallTables(): Plugin {
  return {
    name: 'pinwheel:trim-call-tables',
    apply: 'build',
    // Before other plugins change the source text.
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/(shop\/calls|studio\/[\w-]+)\.ts$/ },
      async handler(code) {
        let kept = '';
        let keptTo = 0;
        new Visitor({
          ObjectExpression({ properties }) {
            const named = properties.flatMap((property) =>
              property.type === 'Property' && property.key.type === 'Identifier'
                ? [{ name: property.key.name, start: property.start, end: property.end }]
                : [],
            );
            const has = (name: string) => named.some((property) => property.name === name);
            if (!has('method') || !has('answer') || has('isCatalogue')) return;
            for (const { name, start, end } of named) {
              if (!serversPart.has(name)) continue;
              kept += code.slice(keptTo, start);
              keptTo = code.startsWith(',', end) ? end + 1 : end;
            }
          },
        }).visit((await parse('calls.ts', code)).program);
        return { code: withoutUnusedImports(kept + code.slice(keptTo)), map: null };
      },
    },
  };
}

/**
 * The source files that change the built shell. The server adds the head, the screens' tags, the tags for
 * installing and the security policy; the worker adds the request for its data.
 */
const shellSources = [
  ...[
    'app-icons.ts',
    'built-shop.ts',
    'document.ts',
    'head.ts',
    'look.ts',
    'manifest.ts',
    'security.ts',
  ].map((name) => join('server/documents', name)),
  'contract/shop/shell.ts',
  'contract/shop/page-data.ts',
  'sw/fill-shell.ts',
];

/** The shell's revision in the worker's precache. It also changes when the server would send the shell differently, not only when the build differs. */
async function shellRevision(built: string | null): Promise<string> {
  const hash = createHash('sha256').update(built ?? '');
  for (const name of shellSources) hash.update(await readFile(name));
  return hash.digest('hex').slice(0, 32);
}

const unitTests = 'tests/unit/**/*.test.{ts,tsx}';
/** What changes what other files of a process would see: globals, what is loaded, the page's account and toasts. */
const changesShared =
  /\bvi\.|\bglobalThis\b|#api\/session|#ui\/toast|support\/(fake-|file-places|test-device)/;
/** The unit tests that have a process of their own. */
const alone = globSync(unitTests).filter((file) => changesShared.test(readFileSync(file, 'utf8')));

/** Where `npm run dev` has the shop's server. */
export const server = `http://localhost:${process.env.PORT ?? 4173}`;

/** The API tests that run on PostgreSQL too, for `npm test`, `test:all` and `test:postgres` (decision 080). */
const onPostgres = {
  /** What shows in each area that it stores and reads there as it should. */
  core: [
    'accounts/buyers',
    'catalogue/old-changes',
    'designs/keywords',
    'operations/restore',
    'orders/{capture,order-list}',
    'platform/{limit,older-database.postgres,open-database.postgres,searched-letters,two-processes,waiting-commits.postgres,writes.postgres}',
    'reports/activity-log',
  ],
  /** What depends on the database's engine. */
  all: [
    '*/*.postgres',
    'accounts/{buyers,cart-mails,colleagues,news-consent,removed-colleague}',
    'catalogue/{lost,old}-changes',
    'commissions/{delivery,due-payment,silence,slots,transition,yearly-request}',
    'designs/{keywords,uploads}',
    'licences/yearly-cards',
    'messages/threads',
    'newsletters/{import-consents,newsletter-and-kills,newsletters,reach,restored-newsletters}',
    'operations/{backup,restore}',
    'orders/{capture,commission-payments,commission-refunds,download-address,numbers-and-kills,order-list,own-refusals,parallel-captures,receipt-numbers,receipt-versions}',
    'platform/{baseline,limit,pushes-of-two,searched-letters,shared-by-two,steps,stored-answers,text-search,two-processes}',
    'reports/{activity-log,books,report}',
  ],
  postgres: ['**/*'],
};
const postgresTests = onPostgres[(process.env.TESTS ?? 'all') as keyof typeof onPostgres].map(
  (name) => `tests/api/${name}.test.ts`,
);

const screens = 'tests/components/**/*.test.tsx';
const studioScreens = 'tests/components/studio/*.test.tsx';
/** What other files of a document would see: what is loaded, and what the browser can't do. */
const changesDocument = /ResourceTimings|^\w+\.prototype\b/m;
/** The tests of components that have a document of their own. */
const ownDocuments = globSync(screens).filter((file) =>
  changesDocument.test(readFileSync(file, 'utf8')),
);

/** The browser that renders components in tests. Builds don't load what drives it. */
async function componentBrowser() {
  const { playwright } = await import('@vitest/browser-playwright');
  const executablePath = await findHeadlessShell();
  return {
    enabled: true,
    headless: true,
    screenshotFailures: false,
    viewport: { width: 1440, height: 900 },
    provider: playwright({
      launchOptions: { args: [...chromiumFlags], ...(executablePath && { executablePath }) },
      contextOptions: { reducedMotion: 'reduce', timezoneId: 'America/New_York' },
    }),
    instances: [{ browser: 'chromium' as const }],
  };
}

/** A project of tests that render components. */
async function rendering(files: {
  readonly name: string;
  readonly include: string[];
  readonly exclude?: string[];
  readonly isolate: boolean;
}) {
  return {
    extends: true as const,
    // What a screen alone loads has to be known before its test: Vite would load all pages again.
    optimizeDeps: { entries: ['{src,studio}/main.tsx', screens] },
    test: {
      ...files,
      // After the others: beside them, twice as many files would share the cores, and wait too long.
      sequence: { groupOrder: 1 },
      setupFiles: ['tests/support/each-document.ts'],
      // Tests of two checkouts may run side by side.
      api: { strictPort: false },
      ...(process.env.VITEST && { browser: await componentBrowser() }),
    },
  };
}

export default defineConfig({
  plugins: [
    react(),
    fitReactAria(),
    trimReactRouter(),
    trimCallTables(),
    firstPaintFirst(),
    compileAhead(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      injectRegister: false,
      manifest: false,
      injectManifest: {
        globPatterns: ['index.html', 'assets/*.{js,css,woff2,svg}', '*.svg'],
        // 30,000 common passwords: too much for every device, and no use where the shop can't be reached.
        globIgnores: ['assets/password-score-*'],
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
    classicWorker(),
    builtFrom('shop'),
    precompress(),
  ],
  css,
  build: {
    outDir: 'dist/shop',
    manifest: true,
    // All target browsers support modulepreload.
    modulePreload: { polyfill: false },
    target: buildTargets,
    // One stylesheet of 13 kB: separate ones would each cost a request before the first paint.
    cssCodeSplit: false,
    // A data: URL would need an exception in the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Every page loads the names of lazy files, and a hash doesn't compress. Seven hexadecimal digits are
        // the fewest the build accepts for so many files.
        hashCharacters: 'hex',
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        // However small, a file costs a phone some 10 ms and the network a request. So the code every page
        // starts with is one file, and so is code that several pages share. main.tsx is left out, or the
        // manifest would name no entry.
        codeSplitting: {
          groups: [
            {
              name: 'shop',
              test: /src\/app\/(router|start-\w+)\.tsx?$|react-dom\/client|src\/ui\/(paper-image|price|sticker|card-columns)\.|src\/features\/install\/install-prompt|contract\/(messages\/commissions|wire\/id-pattern|shop\/sort)\.ts$|carousel\.module\.css|rolldown\/runtime/,
            },
            {
              name: 'listing',
              test: /src\/app\/pages\/(listing-page|card-actions|keep-listing|late-save-search)|src\/features\/catalogue\/(listing-results|listing-view|price-bounds|sort-menu|filter-url|use-existing-page|shop-filters|late-chips|shop-source|use-shop-|use-after-paint)/,
            },
            {
              name: 'search',
              test: /src\/features\/catalogue\/(search-url|use-search)/,
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
              test: /contract\/messages\/paying|src\/api\/(can-persist-session|left-accounts|log-failure)|src\/features\/cart\/saved-coupon|src\/offline\/views\/cart-changes|src\/ui\/(focus-beside|time-ago)\./,
            },
          ],
        },
      },
    },
  },
  optimizeDeps: { rolldownOptions: { plugins: [fitReactAria()] } },
  server: {
    strictPort: true,
    proxy: { '/api': server, '/images': server, '/files': server, '/practice': server },
  },
  test: {
    environment: 'node',
    exclude: configDefaults.exclude,
    sequence: {
      shuffle: true,
      ...(process.env.VITEST && {
        sequencer: (await import('./tests/support/projects-in-turn.ts')).ProjectsInTurn,
      }),
    },
    // Nothing else runs beside the tests, which wait for disks, processes and timers a third of their time.
    // Of a percentage, no more than 100 count.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // A loaded machine is slow, not wrong; no test measures time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    // Shared modules know the hooks of their first file alone.
    setupFiles: ['tests/support/each-file.ts'],
    globalSetup: ['tests/support/store-in-memory.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'own modules',
          // A process for each file, not a thread: threads share BroadcastChannel, by which Dexie tells the
          // live queries of another file's test of its changes.
          pool: 'forks',
          include: ['tests/offline/**/*.test.ts', ...alone],
        },
      },
      {
        extends: true,
        test: {
          name: 'shared modules',
          include: ['tests/api/**/*.test.ts', unitTests],
          exclude: [...configDefaults.exclude, '**/*.postgres.test.ts', ...alone],
          // They share what is loaded, which takes a third of the time if each file loads it.
          isolate: false,
        },
      },
      // Files share a document, since loading the app's modules takes longer than most files' tests.
      await rendering({
        name: 'components',
        include: [screens],
        exclude: [studioScreens, ...ownDocuments],
        isolate: false,
      }),
      // The styles of both apps would meet in one document.
      await rendering({ name: 'studio components', include: [studioScreens], isolate: false }),
      await rendering({ name: 'own documents', include: ownDocuments, isolate: true }),
      {
        extends: true,
        test: {
          name: 'on PostgreSQL',
          include: postgresTests,
          // About SQLite's file and query plans.
          exclude: [...configDefaults.exclude, '**/*.sqlite.test.ts'],
          isolate: false,
          // Every write runs twice and waits for the server many times.
          testTimeout: 300_000,
          // After a file's last test, the databases of all its tests are dropped, each after a checkpoint.
          hookTimeout: 300_000,
          env: { TEST_ENGINE: 'postgres' },
          globalSetup: ['tests/support/start-postgres.ts'],
        },
      },
    ],
  },
});
