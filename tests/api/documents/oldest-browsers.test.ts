import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { oldestBrowsers } from '#contract/shop/oldest-browsers.ts';

/** What `npm run build` left in dist, and what is served as it is, in the oldest browsers (decision 092). */

const folders = ['dist/shop', 'dist/studio', 'public'];
let files: readonly (readonly [name: string, text: string])[] = [];

beforeAll(() => {
  files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(js|css|html)$/.test(name))
      .map((name) => [`${folder}/${name}`, readFileSync(`${folder}/${name}`, 'utf8')] as const),
  );
  if (files.length < 100) throw new Error('The apps are not built: run npm run build.');
});

const target = Object.entries(oldestBrowsers).map((entry) => entry.join(''));

test('no script has syntax that is newer', async () => {
  const { transformWithOxc } = await import('vite');
  const scripts = files.filter(([name]) => name.endsWith('.js'));
  const written = await Promise.all(
    scripts.map(async ([name, text]) => {
      const as = async (of: string | string[]) =>
        (await transformWithOxc(text, name, { target: of, sourcemap: false })).code;
      return { name, isNewer: (await as('esnext')) !== (await as(target)) };
    }),
  );
  expect(written.filter(({ isNewer }) => isNewer).map(({ name }) => name)).toEqual([]);
}, 600_000);

interface NewerApi {
  readonly pattern: RegExp;
  /** How a file asks for it before it uses it. Without it, nothing may use it. */
  readonly asks?: RegExp;
}

/**
 * What some of the oldest browsers lack, by MDN's tables. What is newer in the language than ES2024 the compiler finds in our
 * own code; here it is for the libraries.
 */
const newerApis: Readonly<Record<string, NewerApi>> = {
  'iterator helpers': {
    pattern:
      /\bIterator\.(from|concat|zip)\b|\.(values|keys|entries)\(\)\.(map|filter|some|every|find|toArray|reduce|take|drop|flatMap|forEach)\(/,
  },
  'methods of sets': {
    pattern: /\.(union|intersection|symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(/,
  },
  'Promise.try': { pattern: /Promise\.try\b/ },
  'URL.parse': { pattern: /\bURL\.parse\(/ },
  'bytes as text': { pattern: /\.(fromBase64|toBase64|fromHex|setFromBase64)\(/ },
  'RegExp.escape': { pattern: /RegExp\.escape\b/ },
  'Error.isError': { pattern: /Error\.isError\b/ },
  'sums and half floats': { pattern: /Math\.(sumPrecise|f16round)\b|\bFloat16Array\b/ },
  'Intl.DurationFormat': { pattern: /\bDurationFormat\b/ },
  'maps with defaults': { pattern: /\.getOrInsert(Computed)?\(/ },
  'disposable things': { pattern: /\bDisposableStack\b|Symbol\.(asyncD|d)ispose\b/ },
  'moveBefore and setHTML': { pattern: /\.(moveBefore|setHTML|setHTMLUnsafe)\(/ },
  'bodies as bytes': { pattern: /\.bytes\(\)/ },
  'streams in loops': { pattern: /\bReadableStream\.from\(|for await\([^)]*\.body\)/ },
  CloseWatcher: { pattern: /\bnew CloseWatcher\b/ },
  scheduler: { pattern: /\bscheduler\.(yield|postTask)\(/ },
  cookieStore: { pattern: /\bcookieStore\./ },
  URLPattern: { pattern: /\bnew URLPattern\b/ },
  caretPositionFromPoint: {
    pattern: /\.caretPositionFromPoint\(/,
    asks: /\w\.caretPositionFromPoint\)/,
  },
  EyeDropper: { pattern: /\bnew EyeDropper\b/ },
  // Safari has none.
  requestIdleCallback: {
    pattern: /\brequestIdleCallback\(/,
    asks: /typeof requestIdleCallback|requestIdleCallback"? ?in\b|\.requestIdleCallback\s*[?&|]/,
  },
  'view transitions': {
    pattern: /\.startViewTransition\(/,
    // React's, which falls back if the call throws.
    asks: /try\s*\{\s*var \w+\s*=\s*\w+\.startViewTransition\(/,
  },
  BarcodeDetector: { pattern: /new BarcodeDetector\b/, asks: /BarcodeDetector/ },
};

test.each(Object.entries(newerApis))('no script relies on %s', (_, { pattern, asks }) => {
  const users = files.filter(
    ([name, text]) => name.endsWith('.js') && pattern.test(text) && !asks?.test(text),
  );
  expect(users.map(([name]) => name)).toEqual([]);
});

/** Where an older browser would leave out the whole rule or show something else. */
const newerStyles =
  /@(?:starting-style|scope|position-try|function|view-transition)\b|(?:\banchor|\banchor-size|\bcontrast-color|\bsibling-index)\(|\b(?:field-sizing|interpolate-size|animation-timeline|position-anchor|text-box|reading-flow|corner-shape)\s*:/;

test('no stylesheet relies on rules that are newer', () => {
  const styles = files.filter(([name]) => !name.endsWith('.js'));
  expect(styles.length).toBeGreaterThan(5);
  expect(styles.filter(([, text]) => newerStyles.test(text)).map(([name]) => name)).toEqual([]);
});

test('the stylesheets of both apps ask for what came with them, and say so to an older browser', () => {
  const asks = files.filter(([, text]) =>
    /@supports \(zoom:\s?1\) and \(color:\s?light-dark\(red, ?red\)\)\s*\{\s*\.old-browser\s*\{\s*display:\s?none/.test(
      text,
    ),
  );
  expect(asks.map(([name]) => name.split('/')[1])).toEqual(['shop', 'studio']);
  for (const folder of ['shop', 'studio']) {
    const page = readFileSync(`dist/${folder}/index.html`, 'utf8');
    expect(page).toMatch(/<p class="old-browser">Your browser is too old/);
  }
});
