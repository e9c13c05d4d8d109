import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseSync } from 'vite';

/**
 * Checks every import, including types, against the architecture: the server's layers, the allowed
 * dependencies between its areas, no cycles between files or folders, and that what runs in production
 * imports `dependencies` only. Fails with the imports that break a rule.
 */

const rooms = ['contract', 'demo', 'server', 'src', 'studio', 'sw', 'tests'];

/** What runs in production, with what of `contract` it imports. Only `dependencies` are installed there. */
const inProduction =
  /^(demo|server)\/|^scripts\/(backup|demo-remove|doctor|files-setup|prepare|restore|shop-command|studio)\./;

/** Entry points, which wire the folders together. */
const entries = new Set(['server/main.ts', 'server/run.ts', 'src/main.tsx', 'studio/main.tsx']);

/** Which server areas each area uses. A new dependency is a deliberate decision; an unused one has to be removed. */
const areas: Readonly<Record<string, readonly string[]>> = {
  staff: [],
  licences: ['staff'],
  coupons: ['catalogue', 'staff'],
  catalogue: ['licences', 'staff'],
  designs: ['catalogue', 'staff'],
  lists: ['catalogue', 'coupons'],
  orders: ['catalogue', 'commissions', 'coupons', 'licences', 'lists', 'news', 'staff'],
  commissions: ['designs', 'licences', 'staff'],
  messages: ['commissions', 'staff'],
  reviews: ['commissions', 'orders', 'staff'],
  storefront: ['commissions', 'designs', 'staff'],
  news: [],
  newsletters: ['coupons', 'designs', 'news', 'orders', 'staff'],
  accounts: ['commissions', 'licences', 'messages', 'news', 'orders', 'reviews', 'staff'],
  reports: ['designs', 'licences', 'orders', 'staff'],
};

/** The server's layers, the lowest first. Files in none of them are the app, on top. */
const layers = [['platform'], Object.keys(areas), ['documents', 'operations']];

/** Folders with own files both above and below their subfolders. Elsewhere, all are on one side. */
const mixed = new Set([
  ...['server/operations', 'server/staff', 'server/platform/database', 'server/platform/files'],
  ...['src/app', 'studio/features/designs', 'tests/trials'],
]);

interface Arrow {
  readonly from: string;
  readonly to: string;
}

const { imports, dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly imports: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
};
const aliases = Object.entries(imports).map(([alias, path]) => ({
  alias: alias.replace('*', ''),
  folder: path.replace(/^\.\/|\*$/g, ''),
}));

const files = new Set(rooms.flatMap(filesIn));
const arrows = [...files].flatMap(arrowsOf);
const faults = [...brokenLayers(), ...brokenAreas(), ...circles(), ...wrongDependencies()];
for (const fault of faults) process.stdout.write(`${fault}\n`);
process.stdout.write(`${files.size} files, ${arrows.length} imports, ${faults.length} faults\n`);
process.exitCode = faults.length === 0 ? 0 : 1;

function filesIn(room: string): string[] {
  return readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|mjs)$/.test(name))
    .map((name) => join(room, name));
}

function arrowsOf(from: string): Arrow[] {
  const targets = new Set(namesIn(from).map((name) => resolve(from, name)));
  return [...targets].filter((to) => files.has(to)).map((to) => ({ from, to }));
}

/** What a file imports, as it is written there. */
function namesIn(from: string): string[] {
  const source = readFileSync(from, 'utf8');
  const { module } = parseSync(from, source);
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries: names }) =>
      names.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
      source.slice(start, end).replace(/^['"]|['"]$/g, ''),
    ),
  ];
}

function resolve(from: string, name: string): string {
  const alias = aliases.find((each) => name.startsWith(each.alias));
  return alias ? alias.folder + name.slice(alias.alias.length) : join(dirname(from), name);
}

/** A layer must not use anything above it. */
function brokenLayers(): string[] {
  const layerOf = (file: string) => {
    const [room = '', part = ''] = file.split('/');
    if (room !== 'server') return null;
    const layer = layers.findIndex((parts) => parts.includes(part));
    return layer === -1 ? layers.length : layer;
  };
  return arrows.flatMap(({ from, to }) => {
    const [user, used] = [layerOf(from), layerOf(to)];
    return user !== null && used !== null && used > user ? `upwards: ${from} → ${to}` : [];
  });
}

function brokenAreas(): string[] {
  const areaOf = (file: string) => /^server\/(\w+)\//.exec(file)?.[1] ?? '';
  const between = arrows.filter(({ from, to }) => {
    const [user, used] = [areaOf(from), areaOf(to)];
    return user !== used && user in areas && used in areas;
  });
  const unlisted = between.filter(({ from, to }) => !areas[areaOf(from)]?.includes(areaOf(to)));
  const unused = Object.entries(areas).flatMap(([user, list]) =>
    list
      .filter(
        (used) =>
          !between.some((arrow) => areaOf(arrow.from) === user && areaOf(arrow.to) === used),
      )
      .map((used) => `no longer used: ${user} → ${used}`),
  );
  return [...unlisted.map(({ from, to }) => `not listed: ${from} → ${to}`), ...unused];
}

/** Where a folder isn't `mixed`, its own files count as one, besides each alone. */
function circles(): string[] {
  const ownFiles = (folder: string, entry: string) =>
    mixed.has(folder) || !entry.includes('.') ? entry : 'its own files';
  return [...circlesBetween((_, entry) => entry), ...circlesBetween(ownFiles)];
}

/**
 * The entries of each folder, files and subfolders, must not form a cycle. This rules out cycles between any
 * files or folders.
 */
function circlesBetween(named: (folder: string, entry: string) => string): string[] {
  const levels = new Map<string, Map<string, Map<string, Arrow>>>();
  for (const arrow of arrows) {
    if (entries.has(arrow.from)) continue;
    const [folder, ...ends] = meeting(arrow);
    const [user = '', used = ''] = ends.map((entry) => named(folder, entry));
    if (user === used) continue;
    const level = levels.get(folder) ?? new Map<string, Map<string, Arrow>>();
    const uses = level.get(user) ?? new Map<string, Arrow>();
    if (!uses.has(used)) uses.set(used, arrow);
    levels.set(folder, level.set(user, uses));
  }
  return [...levels.values()].flatMap((level) => {
    const circle = circleIn(level);
    if (!circle) return [];
    return `circle:${circle.map(({ from, to }) => `\n  ${from} → ${relative('.', to)}`).join('')}`;
  });
}

/** Compares `dependencies` with the packages that production code imports, both ways. */
function wrongDependencies(): string[] {
  const production = new Set(
    [...files, ...filesIn('scripts')].filter((file) => inProduction.test(file)),
  );
  // The loop also visits what it adds.
  for (const file of production) for (const { to } of arrowsOf(file)) production.add(to);
  // Nothing imports the runtime.
  const unused = new Set(Object.keys(dependencies).filter((name) => name !== 'node'));
  const missing = [...production].flatMap((file) =>
    namesIn(file).flatMap((name) => {
      const [dependency] = /^(@[^/]+\/)?[^./#@:][^/:]*(?=\/|$)/.exec(name) ?? [];
      if (dependency === undefined) return [];
      unused.delete(dependency);
      return dependency in dependencies ? [] : `no dependency: ${file} → ${dependency}`;
    }),
  );
  return [...missing, ...[...unused].map((name) => `not used in production: ${name}`)];
}

/** The deepest common folder of both ends, and the next path segment of each. */
function meeting({ from, to }: Arrow): [string, string, string] {
  const [user, used] = [from.split('/'), to.split('/')];
  const parting = user.findIndex((step, index) => step !== used[index]);
  return [user.slice(0, parting).join('/'), user[parting] ?? '', used[parting] ?? ''];
}

/** One cycle of a graph, as the imports that close it; null if there is none. */
function circleIn(graph: ReadonlyMap<string, ReadonlyMap<string, Arrow>>): Arrow[] | null {
  const done = new Set<string>();
  const path: { readonly node: string; readonly arrow: Arrow }[] = [];
  function walk(node: string): Arrow[] | null {
    if (done.has(node)) return null;
    for (const [next, arrow] of graph.get(node) ?? []) {
      path.push({ node, arrow });
      const start = path.findIndex((step) => step.node === next);
      const found = start === -1 ? walk(next) : path.slice(start).map((step) => step.arrow);
      path.pop();
      if (found) return found;
    }
    done.add(node);
    return null;
  }
  for (const node of graph.keys()) {
    const found = walk(node);
    if (found) return found;
  }
  return null;
}
