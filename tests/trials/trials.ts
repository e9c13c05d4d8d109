import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { letShopReturn, maxTimesNormal } from '#tests/offline/returning-shop.ts';
import { addOnPostgres, addsTable, enoughAdds } from './add-on-postgres.ts';
import { backUpUnderLoad } from './backup-under-load.ts';
import { deployUnderLoad } from './deploy-under-load.ts';
import { askDistinctQuestions } from './distinct-questions.ts';
import { hasPgbench } from './engines/pgbench.ts';
import { killInstances } from './kill-instances.ts';
import { killMove } from './kill-move.ts';
import { killWrites } from './kill-writes.ts';
import { loseServers } from './lose-servers.ts';
import { mailThroughPostfix } from './mail-through-postfix.ts';
import { sufferOutages } from './outages.ts';
import { proxyNames } from './proxies/open-proxy.ts';
import { readPrintedCard } from './read-printed-card.ts';
import { makeRoundTrips } from './round-trips.ts';
import { shareChanges, timesInWords } from './share-changes.ts';
import { storeInSwift } from './store-in-swift.ts';
import { verifyUnit } from './verify-unit.ts';
import { visitOverHttps } from './visit-over-https.ts';

/**
 * The long campaigns, of which `npm test` runs small versions: `npm run trials -- [--kills N] [--spoiled N]
 * [--backups N] [--deploy N] [--parallel N] [--crashes N] [--devices N] [--writes-apart N] [--prices N] [--mutations N]
 * [--deaths N] [--browser-kills N] [--engine-sequences N] [--sign-ins N] [--navigations N] [--full-disks N] [--tabs N] [--layouts N] [--chips N] [--wakes N]
 * [--scans N] [--regex N] [--refunds N] [--receipts N] [--newsletters READERS] [--reviews N] [--imports DESIGNS] [--original PIXELS]
 * [--questions N] [--outages MINUTES] [--returning N] [--move DESIGNS] [--instances SECONDS] [--sharing CHANGES]
 * [--engines SECONDS] [--https] [--swift ROUNDS] [--standby ROUNDS] [--cards]
 * [--sheets TEXTS] [--postfix BUYERS]`. Without arguments each runs its full count; with arguments, only
 * those named, with their full count where none is given. Every line says what must hold and what happened.
 */
const full = {
  kills: 1000,
  backups: 30,
  deploy: 20,
  spoiled: 50_000,
  parallel: 500,
  crashes: 600,
  refunds: 500,
  /** Orders, paid by three processes. */
  receipts: 5000,
  /** Readers of one newsletter, of whom every tenth has no mailbox. */
  newsletters: 20_000,
  reviews: 500,
  /** Designs of one file, which has more than 10,000 rows then. */
  imports: 5100,
  /** Pixels of each side of a bought picture, of 63 MB then. */
  original: 4600,
  devices: 2000,
  'writes-apart': 1,
  prices: 1000,
  mutations: 5000,
  deaths: 50,
  /** Each kills a browser of every engine twice. */
  'browser-kills': 5,
  /** In each of three engines. */
  'engine-sequences': 2000,
  'sign-ins': 30,
  navigations: 84,
  'full-disks': 10,
  tabs: 10,
  layouts: 4,
  chips: 12,
  wakes: 6,
  scans: 2,
  regex: 400,
  questions: 360_000,
  outages: 10,
  returning: 1000,
  move: 5000,
  /** Its long run is 20 minutes, 1200. */
  instances: 60,
  sharing: 1000,
  /** Of each of 18 measurements. */
  engines: 5,
  https: 1,
  /** Of five files. */
  swift: 3,
  standby: 2,
  cards: 1,
  /** Texts of one sheet. */
  sheets: 400,
  /** At each of two shops. */
  postfix: 20,
};

type Campaign = keyof typeof full;

const { values } = parseArgs({
  args: process.argv.slice(2).flatMap((text, at, all) => {
    const name = text.slice(2);
    const hasCount = all[at + 1]?.startsWith('--') === false;
    return name in full && !hasCount ? [text, String(full[name as Campaign])] : [text];
  }),
  options: Object.fromEntries(
    Object.keys(full).map((name) => [name, { type: 'string' as const }]),
  ) as Record<Campaign, { type: 'string' }>,
});
const wanted: Partial<Record<Campaign, number>> =
  Object.keys(values).length === 0
    ? full
    : Object.fromEntries(Object.entries(values).map(([name, count]) => [name, Number(count)]));

let failed = 0;
function report(name: string, holds: boolean, seen: string, faults: readonly string[] = []): void {
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  if (!holds) failed += 1;
  process.stdout.write(`${holds ? 'ok  ' : 'FAIL'} ${name}: ${seen}\n`);
}

/** Time limit of a campaign: two hours, in milliseconds. */
const longestMs = '7200000';
const vitest = (file: string) => ['vitest/vitest.mjs', 'run', file, `--testTimeout=${longestMs}`];
const playwright = (file: string) => [
  ...['@playwright/test/cli.js', 'test', file, `--timeout=${longestMs}`],
  '--config=tests/playwright.config.ts',
];
/** A journey in every engine, by a part of its title. */
const inEngines = (title: string) => [
  ...['@playwright/test/cli.js', 'test', '--config=tests/engines/playwright.config.ts'],
  ...['--retries=0', `--grep=${title}`],
];

/** Suites of `npm test` that run with a larger count: what must hold, and the variable for the count. */
const suites: readonly (readonly [Campaign, string, readonly string[], string])[] = [
  [
    'spoiled',
    'spoiled requests: refused, nothing changed, no 5xx',
    vitest('tests/api/bad-input.test.ts'),
    'BAD_REQUESTS',
  ],
  [
    'parallel',
    '50 parallel captures: one capture, one paid order',
    vitest('tests/api/orders/parallel-captures.test.ts'),
    'PARALLEL_ROUNDS',
  ],
  [
    'refunds',
    'refund sequences: never more goes back than was taken',
    vitest('tests/api/orders/refunded-never-more.test.ts'),
    'REFUND_SEQUENCES',
  ],
  [
    'receipts',
    'receipt numbers of three processes that are killed: no gap, none twice',
    vitest('tests/api/orders/numbers-and-kills.test.ts'),
    'NUMBERED_ORDERS',
  ],
  [
    'newsletters',
    'a newsletter by three processes that are killed, every tenth refused: stopped by the rule alone, each reader gets it once',
    vitest('tests/api/newsletters/newsletter-and-kills.test.ts'),
    'NEWSLETTER_READERS',
  ],
  [
    'reviews',
    'review sequences: nobody has both the files and the money',
    vitest('tests/api/orders/never-both.test.ts'),
    'REVIEW_SEQUENCES',
  ],
  [
    'imports',
    'a file of 10,000 rows: all imported, with progress, while the shop answers',
    vitest('tests/api/designs/import.test.ts'),
    'IMPORTED_DESIGNS',
  ],
  [
    'original',
    'a first sale of a file of 63 MB: the buyer has the very file',
    playwright('tests/e2e/studio/first-sale.spec.ts'),
    'ORIGINAL_SIDE',
  ],
  [
    'devices',
    'device sequences: the invariants hold',
    vitest('tests/offline/invariants.test.ts'),
    'DEVICE_SEQUENCES',
  ],
  [
    'writes-apart',
    'writes of a device failing in turn: nothing is lost',
    vitest('tests/offline/failing-writes.test.ts'),
    'WRITES_APART',
  ],
  [
    'prices',
    'price sequences: what is paid was shown, or the buyer was asked again',
    vitest('tests/api/orders/price-shown.test.ts'),
    'PRICE_SEQUENCES',
  ],
  [
    'mutations',
    'descriptions and links: nothing runs, asks or covers',
    playwright('tests/e2e/html-bypass.spec.ts'),
    'HTML_MUTATIONS',
  ],
  [
    'deaths',
    'sender killed at each of 4 points: what waits arrives once, in order',
    playwright('tests/e2e/killed-sender.spec.ts'),
    'DEATHS',
  ],
  [
    'browser-kills',
    'browsers of three engines killed with and without the shop: each change arrives once',
    inEngines('outlive the browser'),
    'ENGINE_ROUNDS',
  ],
  [
    'engine-sequences',
    'device sequences in pages of three engines, the browsers of ten killed: the invariants hold',
    inEngines('every engine'),
    'ENGINE_SEQUENCES',
  ],
  [
    'sign-ins',
    'browser killed after a sign-in or a log-out: it opens as it was left',
    playwright('tests/e2e/killed-after-sign-in.spec.ts'),
    'SIGN_IN_KILLS',
  ],
  [
    'navigations',
    'worker stopped while a screen is opened: it is there within 3 s, but for 1 in 50',
    playwright('tests/e2e/killed-navigation.spec.ts'),
    'NAVIGATIONS',
  ],
  [
    'full-disks',
    'disk full and free again: the worker refuses pictures, and stores them once there is room',
    playwright('tests/e2e/full-disk.spec.ts'),
    'FULL_DISKS',
  ],
  [
    'tabs',
    'six tabs, the one that sends closed or frozen: all arrives once',
    playwright('tests/e2e/six-tabs.spec.ts'),
    'TAB_ROUNDS',
  ],
  [
    'layouts',
    'every screen on a phone and in a wide window, online and offline: nothing moves while it loads',
    playwright('tests/e2e/layout-shift.spec.ts'),
    'LAYOUT_WAYS',
  ],
  [
    'chips',
    'every state of the sync chip on every screen: it covers nothing',
    vitest('tests/components/sync-chip.test.tsx'),
    'VITE_CHIP_SCREENS',
  ],
  [
    'wakes',
    'woken in every kind of outage: the device leaves the shop in peace until the buyer presses',
    playwright('tests/e2e/outage.spec.ts'),
    'OUTAGE_KINDS',
  ],
  [
    'scans',
    'every screen at each width: no axe violation, nothing scrolls sideways',
    playwright('tests/e2e/accessibility.spec.ts'),
    'SCREEN_SCANS',
  ],
  [
    'regex',
    'patterns of the source: none takes longer than its text grows, up to 200 KB',
    vitest('tests/unit/regexes.test.ts'),
    'REGEX_TEXTS',
  ],
];

if (wanted.kills) {
  const seen = await killWrites(wanted.kills);
  const holds = seen.lost.length === 0 && seen.broken.length === 0;
  report(
    'killed under mixed writes: nothing acknowledged is lost, integrity ok',
    holds,
    `${seen.cycles} kills, ${seen.killsInFlight} with writes under way, ${seen.acknowledged} acknowledged, ${seen.lost.length} lost, ${seen.broken.length} broken`,
  );
}
if (wanted.backups) {
  const seen = await backUpUnderLoad(wanted.backups);
  report(
    'backed up under load and restored: every order, account and file is there',
    seen.faults.length === 0,
    `${seen.rounds} backups, ${seen.acknowledged} writes acknowledged, ${seen.duringBackup} of them during a backup, ${seen.compared} compared, ${seen.faults.length} faults`,
    seen.faults,
  );
}
if (wanted.deploy) {
  for (const proxy of proxyNames) {
    const seen = await deployUnderLoad(proxy, wanted.deploy);
    const faults = [...seen.spoiled, ...seen.faults];
    report(
      `server replaced under load behind ${proxy}: no request lost, what was acknowledged is stored, large bodies and bought files pass unchanged`,
      faults.length === 0,
      `${seen.deploys} deploys, ${seen.requests} requests, ${seen.writes} of them writes, slowest stop ${seen.slowestStopMs} ms, ${seen.faults.length} lost, ${seen.spoiled.length} changed`,
      faults,
    );
  }
  const said = verifyUnit();
  if (said && said.length > 0) process.stdout.write(`${said.join('\n')}\n`);
  report(
    'systemd accepts the unit of deploy/',
    said?.length === 0,
    said
      ? `${said.length} faults`
      : 'not checked, because this machine has no systemd-analyze (Debian: systemd)',
  );
}
if (wanted.https) {
  for (const { promise, seen, faults } of await visitOverHttps()) {
    report(`two shops behind Caddy with TLS: ${promise}`, faults.length === 0, seen, faults);
  }
}
if (wanted.swift) {
  const seen = await storeInSwift(wanted.swift);
  report(
    'files in OpenStack Swift, at once and in parts: each comes back equal',
    seen?.faults.length === 0,
    seen
      ? `${seen.files} files, ${seen.faults.length} faults. ${seen.said}`
      : 'not tried, because this machine has no Swift (Debian: swift-proxy and others)',
    seen?.faults,
  );
}
if (wanted.standby) {
  const name = 'two shops on PostgreSQL with a synchronous standby';
  const verdicts = await loseServers(wanted.standby);
  if (!verdicts) {
    report(name, false, 'not tried, because Debian’s PostgreSQL can’t be installed here');
  }
  for (const { promise, seen, faults } of verdicts ?? []) {
    report(`${name}: ${promise}`, faults.length === 0, seen, faults);
  }
}
if (wanted.cards) {
  const { read, faults } = await readPrintedCard();
  report(
    'the longest licence card: readers read its code from A6 at 150 DPI, and from a picture a quarter as wide at JPEG quality 50',
    faults.length === 0,
    `read ${read} times`,
    faults,
  );
}
if (wanted.sheets) {
  for (const { program, unguarded, changed, shown } of await makeRoundTrips(wanted.sheets)) {
    const faults = [...new Set([...changed, ...shown])];
    report(
      `the designs' table through ${program}: no cell that nobody edited changes`,
      faults.length === 0 && unguarded > 0,
      `${wanted.sheets} texts, ${unguarded} changed without the guard, ${changed.length} with it, ${shown.length} in the preview`,
      faults,
    );
  }
}
if (wanted.postfix) {
  const name = 'mails through Debian’s Postfix';
  const verdicts = await mailThroughPostfix(wanted.postfix);
  if (!verdicts) report(name, false, 'not tried, because Postfix can’t be installed here');
  for (const { promise, seen, faults } of verdicts ?? []) {
    report(`${name}: ${promise}`, faults.length === 0, seen, faults);
  }
}
if (wanted.questions) {
  const { before, most, after } = await askDistinctQuestions(wanted.questions);
  report(
    'distinct public questions to a shop of 1,000 designs: at most 256 MB of memory',
    most <= 256,
    `${wanted.questions} questions, ${before.toFixed(0)} MB before, ${most.toFixed(0)} at most, ${after.toFixed(0)} after`,
  );
}
if (wanted.outages) {
  for (const seconds of [20, wanted.outages * 60]) {
    for (const { name, requests, arrivedMs, holds } of await sufferOutages(seconds)) {
      report(
        `${name} for ${seconds} s: the device leaves the shop in peace and sends its change afterwards`,
        holds,
        `${requests} requests, ${arrivedMs === null ? 'never sent' : `sent after ${arrivedMs} ms`}`,
      );
    }
  }
}
if (wanted.returning) {
  const { normal, before, away, after, unsent } = await letShopReturn(wanted.returning);
  report(
    `devices meet a shop that is away for 10 minutes: never more than ${maxTimesNormal} times the normal requests a second`,
    Math.max(away, after) <= maxTimesNormal * normal && unsent === 0,
    `${wanted.returning} devices, ${normal.toFixed(1)} a second normally, ${before} at most before, ${away} at most while it was away, ${after} at most after, ${unsent} changes unsent`,
  );
}
if (wanted.move) {
  const seen = await killMove(wanted.move);
  report(
    'shop moved to PostgreSQL and a bucket, killed while it copies, and back: every row and byte equal',
    seen.different.length === 0,
    `${seen.kills} kills, ${seen.rows} rows, ${seen.files} files, ${seen.seconds.toFixed(0)} s for the rest and all checks, ${seen.different.length} different`,
    seen.different,
  );
}
if (wanted.instances) {
  const { happened, verdicts } = await killInstances(wanted.instances);
  for (const [what, count] of Object.entries(happened)) {
    report(`three shops on one PostgreSQL: ${what}`, count > 0, String(count));
  }
  for (const { promise, seen, faults } of verdicts) {
    report(`three shops on one PostgreSQL, killed: ${promise}`, faults.length === 0, seen, faults);
  }
}
if (wanted.sharing) {
  const { answered, shown, load } = await shareChanges(wanted.sharing);
  report(
    'two shops on one PostgreSQL: a change in one is seen in the other within 200 ms of being sent (p99)',
    shown.p99 <= 200,
    `${wanted.sharing} changes, seen ${timesInWords(shown)}, answered ${timesInWords(answered)}, load ${load.toFixed(1)}`,
  );
}
if (wanted.engines) {
  const what = 'durable adds on PostgreSQL, against pgbench with the same statements';
  if (await hasPgbench()) {
    const reports = await addOnPostgres(wanted.engines);
    process.stdout.write(addsTable(reports));
    const best = Math.max(...reports.map(({ ratio }) => ratio));
    report(`${what}: the best of 1, 2 and 3 shops ≥ 0.70`, best >= 0.7, best.toFixed(2));
    const fewest = Math.min(...reports.map((each) => each.fewest));
    report(
      `durable adds on PostgreSQL: at least ${enoughAdds} in each round, or it takes more seconds to tell`,
      fewest >= enoughAdds,
      `${fewest} in the shortest`,
    );
    const sum = (name: 'acknowledged' | 'missing') =>
      reports.reduce((all, each) => all + each[name], 0);
    report(
      'durable adds on PostgreSQL: every acknowledged one is there',
      sum('missing') === 0,
      `${sum('acknowledged')} acknowledged, ${sum('missing')} missing`,
    );
  } else {
    report(what, false, 'not measured, because this machine has no pgbench (Debian: postgresql)');
  }
}
if (wanted.crashes) {
  const { status } = spawnSync(
    process.execPath,
    ['tests/trials/payment-crashes.ts', String(wanted.crashes)],
    { stdio: 'inherit' },
  );
  report(
    'server killed around the provider: captured once, paid once',
    status === 0,
    `${wanted.crashes}`,
  );
}
for (const [campaign, name, [program = '', ...args], variable] of suites) {
  const count = wanted[campaign];
  if (!count) continue;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [`node_modules/${program}`, ...args],
    {
      encoding: 'utf8',
      env: { ...process.env, [variable]: String(count), CAMPAIGN_MS: longestMs },
    },
  );
  const isPart = stdout.includes('can’t be had here');
  if (status !== 0 || isPart) process.stdout.write(stdout + stderr);
  report(name, status === 0, `${count}`);
}
process.exitCode = failed === 0 ? 0 : 1;
