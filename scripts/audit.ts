import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js';
import { paths, productPath } from '#contract/shop/paths.ts';
import { runShop } from '#tests/support/run-shop.ts';
import { findChromium, fullBrowserFlags } from './chromium.mjs';
import { auditInstall, type Installable, withoutManifest } from './installable.ts';

/**
 * Runs Lighthouse on the screens that buyers land on, and checks that a browser would install the shop from
 * each and that a device which visited it once works without a server, against the real server with a drawn
 * studio: `npm run audit -- [--runs N] [--performance SCORE]`. It simulates the same phone on every machine (`slowdown`).
 * The performance limit of the configuration is low enough for one load on a busy machine. The shop's target, which a
 * night's run asks for, is a median of 0.95 over five loads. The cart is excluded from search engines, which Lighthouse's SEO category counts as a fault; there
 * every other SEO audit must pass.
 */

const reports = '.lighthouseci';
const configFile = 'lighthouserc.json';
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

interface Report {
  readonly requestedUrl: string;
  readonly categories: Record<string, { readonly score: number }>;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/**
 * Prints the scores of the runs, one line per screen: the median and, in brackets, the worst. Returns whether each
 * median of performance reaches what is wanted.
 */
function judgeScores(wanted: number): boolean {
  const found = readdirSync(reports)
    .filter((name) => /^lhr-.*\.json$/.test(name))
    .map((name) => JSON.parse(readFileSync(join(reports, name), 'utf8')) as Report);
  const scoresOf = (runs: readonly Report[], category: (typeof categories)[number]) =>
    runs.map((run) => run.categories[category]?.score ?? Number.NaN);
  const screens = [...Map.groupBy(found, (report) => new URL(report.requestedUrl).pathname)];
  for (const [path, runs] of screens) {
    const scores = categories.map((category) => {
      const values = scoresOf(runs, category);
      return `${category} ${median(values)} (${Math.min(...values)})`;
    });
    process.stdout.write(`${path}: ${scores.join(', ')}\n`);
  }
  return screens.every(([, runs]) => median(scoresOf(runs, 'performance')) >= wanted);
}

interface Collect {
  readonly numberOfRuns: number;
  readonly settings: Readonly<Record<string, unknown>> & { readonly chromeFlags: string };
}

/** What Lighthouse's benchmark finds on the machines for which it slows the processor 4 times (1500 to 2000). */
const usualBenchmark = 1750;
const usualSlowdown = 4;

/**
 * How many times Lighthouse has to slow this machine's processor to stand for its usual phone: 4, or less if the
 * machine is slower than those that Lighthouse assumes, since it would otherwise audit a slower phone.
 */
async function slowdown(executablePath: string): Promise<number> {
  const found: number[] = [];
  while (found.length < 5) found.push(await benchmark(executablePath));
  const times = Math.max(1, Math.min(1, median(found) / usualBenchmark) * usualSlowdown);
  const each = found.join(', ');
  process.stdout.write(`Benchmark ${each}: the processor is slowed ${times.toFixed(1)} times\n`);
  return times;
}

/** Like Lighthouse, in a browser that has just started: it's faster once it has run for a while. */
async function benchmark(executablePath: string): Promise<number> {
  const browser = await chromium.launch({ executablePath, args: [...fullBrowserFlags] });
  try {
    const page = await browser.newPage();
    return await page.evaluate(pageFunctions.computeBenchmarkIndex);
  } finally {
    await browser.close();
  }
}

/**
 * Audits each URL `runs` times, each time in a new browser, and leaves the reports where `lhci assert` reads
 * them. `lhci collect` does the same in a new process for each run, which takes 4 s longer.
 */
async function collect(chromePath: string, urls: readonly string[], runs: string | undefined) {
  const config = JSON.parse(readFileSync(configFile, 'utf8')) as { ci: { collect: Collect } };
  const { numberOfRuns, settings } = config.ci.collect;
  const { chromeFlags, ...rest } = settings;
  const flags = { ...rest, throttling: { cpuSlowdownMultiplier: await slowdown(chromePath) } };
  mkdirSync(reports);
  for (const url of urls) {
    for (let run = 0; run < Number(runs ?? numberOfRuns); run += 1) {
      const [json = '', html = ''] = await auditOnce(url, chromePath, chromeFlags, flags);
      const name = join(reports, `lhr-${Date.now()}`);
      writeFileSync(`${name}.json`, json);
      writeFileSync(`${name}.html`, html);
    }
  }
}

/** How often one run is started in all: Chromium sometimes loses the trace of a whole load (NO_NAVSTART). */
const attempts = 3;

/** The reports of one run in a new browser, as JSON and HTML. @throws what Lighthouse says if no attempt succeeds */
async function auditOnce(
  url: string,
  chromePath: string,
  chromeFlags: string,
  flags: Readonly<Record<string, unknown>>,
  attempt = 1,
): Promise<string | readonly string[]> {
  const chrome = await launch({ chromePath, chromeFlags: chromeFlags.split(' ') });
  let problem: string;
  try {
    const output = ['json', 'html'] as const;
    const result = await lighthouse(url, { ...flags, port: chrome.port, output: [...output] });
    if (result && !result.lhr.runtimeError) return result.report;
    problem = `${url}: ${result?.lhr.runtimeError?.message ?? 'no report'}`;
  } finally {
    chrome.kill();
  }
  if (attempt === attempts) throw new Error(problem);
  process.stdout.write(`${problem}\n`);
  return auditOnce(url, chromePath, chromeFlags, flags, attempt + 1);
}

function installLine(path: string, { pwa, failed, errors }: Installable): string {
  const list = (words: readonly string[]) => words.join(', ') || 'none';
  return `${path}: pwa ${pwa}, failed ${list(failed)}; installability errors ${list(errors)}\n`;
}

/**
 * Checks that each screen is installable, and that the shop without its manifest is not. They measure no time
 * and mostly wait, so all run at once.
 */
async function auditInstalling(executablePath: string, url: string, screens: readonly string[]) {
  const [bare, ...found] = await Promise.all([
    withoutManifest(url, (at) => auditInstall(executablePath, at + paths.shop.path)),
    ...screens.map((path) => auditInstall(executablePath, url + path)),
  ]);
  for (const [place, each] of found.entries()) {
    process.stdout.write(installLine(screens[place] ?? '', each));
  }
  process.stdout.write(installLine('without a manifest, which must fail', bare));
  const isGood = found.every(({ pwa, errors }) => pwa === 1 && errors.length === 0);
  return isGood && bare.pwa < 1 && bare.errors.length > 0;
}

const { runs, performance = '0' } = parseArgs({
  options: { runs: { type: 'string' }, performance: { type: 'string' } },
}).values;
const executablePath = await findChromium();
if (!executablePath) throw new Error('No Chromium was found. Set CHROME_PATH to one.');
const shop = await runShop();
try {
  const listing = (await (await fetch(`${shop.url}/api/products/new-arrivals`)).json()) as {
    products: { _id: string }[];
  };
  const product = productPath(listing.products[0]?._id ?? '');
  const screens = [paths.home.path, paths.shop.path, product, paths.cart.path];
  rmSync(reports, { recursive: true, force: true });
  await collect(
    executablePath,
    screens.map((path) => shop.url + path),
    runs,
  );
  const assertion = [
    join('node_modules', '.bin', 'lhci'),
    ['assert', `--config=${configFile}`],
  ] as const;
  process.exitCode = spawnSync(...assertion, { stdio: 'inherit' }).status ?? 1;
  if (!judgeScores(Number(performance))) {
    process.stdout.write(`The median of performance is below ${performance}\n`);
    process.exitCode = 1;
  }
  if (!(await auditInstalling(executablePath, shop.url, screens))) process.exitCode = 1;
} finally {
  await shop.end();
}
// With a shop of its own, which it kills.
const readiness = spawnSync(process.execPath, ['tests/bench/readiness.ts'], { stdio: 'inherit' });
if (readiness.status !== 0) process.exitCode = 1;
