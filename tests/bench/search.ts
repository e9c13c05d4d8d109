import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { judgeSearches } from '#tests/support/judge-searches.ts';
import { type Judged, judge, mean as meanOf } from '#tests/support/judged/judge.ts';
import { judgedSearches } from '#tests/support/judged/judged-searches.ts';
import { searchesKeptAside } from '#tests/support/judged/searches-kept-aside.ts';
import { hostileSearches } from './hostile-searches.ts';
import { quantile } from './median.ts';

type Report = (what: string, figure: number, limit: string, holds: boolean, detail: string) => void;

/** How long one request may block the others, in ms of CPU, by number of designs. */
const maxMs: readonly (readonly [designs: number, ms: number])[] = [
  [10_000, 50],
  [100_000, 150],
];
/** Suggestions are requested while somebody types. */
const maxSuggestMs = 10;

/** Measures the quality of search results, and the cost of the worst searches to a server that caches no answers. */
export async function benchSearch(
  report: Report,
  filledFolder: (designs: number) => Promise<string>,
): Promise<void> {
  judged(report);
  for (const [designs, ms] of maxMs) await costs(report, await filledFolder(designs), designs, ms);
}

function judged(report: Report): void {
  const searches = judgeSearches();
  process.stdout.write('judged search          NDCG@10  found  meant\n');
  for (const { text, ndcg, total, meant } of searches) {
    const counts = `${String(total).padStart(5)}  ${String(meant).padStart(5)}`;
    process.stdout.write(`${text.padEnd(22)} ${ndcg.toFixed(3).padStart(7)}  ${counts}\n`);
  }
  const mean = searches.reduce((sum, { ndcg }) => sum + ndcg, 0) / searches.length;
  const empty = searches.filter(({ total }) => total === 0).length;
  const detail = `${searches.length} searches, ${empty} empty`;
  report('NDCG@10 of judged searches', mean, '≥ 0.90', mean >= 0.9 && empty === 0, detail);
  const sets = {
    'searches of marketplaces': judgedSearches,
    'searches kept aside': searchesKeptAside,
  };
  for (const [name, set] of Object.entries(sets)) reportSet(report, name, judge(set));
}

function reportSet(report: Report, name: string, judgedSet: readonly Judged[]): void {
  const kinds = Map.groupBy(judgedSet, ({ kind }) => kind);
  const byKind = [...kinds].map(([kind, some]) => `${kind} ${meanOf(some).toFixed(3)}`);
  const none = judgedSet.filter(({ total }) => total === 0).length;
  const mean = meanOf(judgedSet);
  const detail = `${judgedSet.length} searches, ${none} empty; ${byKind.join(', ')}`;
  report(`NDCG@10 of ${name}`, mean, '≥ 0.92', mean >= 0.92 && none === 0, detail);
}

async function costs(
  report: Report,
  directory: string,
  designs: number,
  most: number,
): Promise<void> {
  const server = fork(new URL('./shop-server.ts', import.meta.url), ['0'], {
    env: { ...process.env, DATA_DIR: directory },
  });
  try {
    const [{ port }] = (await once(server, 'message')) as [{ port: number }];
    const startedAt = performance.now();
    await ask(port, 'search', 'fox');
    const indexedMs = performance.now() - startedAt;
    report(`ms until ${designs} designs are searched after a start`, indexedMs, 'any', true, '');
    // The first round lets the compiler warm up.
    for (const text of hostileSearches) await ask(port, 'search', text);
    for (const call of ['search', 'suggest']) {
      const used: number[] = [];
      const late: number[] = [];
      for (const text of hostileSearches) {
        const before = await spent(server);
        await ask(port, call, text);
        const { cpuMs, lateMs } = await spent(server);
        used.push(cpuMs - before.cpuMs);
        late.push(lateMs);
      }
      const worst = quantile(used, 0.99);
      const limit = call === 'suggest' && designs === 10_000 ? maxSuggestMs : most;
      report(
        `CPU ms of a hostile ${call} over ${designs} designs, p99`,
        worst,
        `≤ ${limit}`,
        worst <= limit,
        `p50 ${quantile(used, 0.5).toFixed(1)}, most ${Math.max(...used).toFixed(1)}; event loop late p50 ${quantile(late, 0.5).toFixed(1)}, p99 ${quantile(late, 0.99).toFixed(1)}`,
      );
    }
  } finally {
    const ended = once(server, 'exit');
    if (server.kill()) await ended;
  }
}

async function ask(port: number, call: string, text: string): Promise<void> {
  const query = new URLSearchParams({ query: text.slice(0, 200) });
  const response = await fetch(`http://127.0.0.1:${port}/api/products/${call}?${query}`);
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${text} was answered ${response.status}`);
}

/** CPU time the server's thread has used, and the longest delay of its event loop since the last call. */
export async function spent(server: ChildProcess): Promise<{ cpuMs: number; lateMs: number }> {
  const answered = once(server, 'message');
  server.send('spent');
  const [usage] = (await answered) as [{ cpuMs: number; lateMs: number }];
  return usage;
}
