import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Statement } from './recorded-statements.ts';

const run = promisify(execFile);

interface PgbenchPlan {
  readonly clients: number;
  readonly seconds: number;
  /** Where the script is written. */
  readonly folder: string;
}

/** Texts that differ from one time to the next, and the SQL that computes them from the script's variables. */
export type Computed = Readonly<Record<string, string>>;

/** A colon would begin a variable. */
const literal = (text: string) =>
  `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll(':', '\\072')}'`;

/** The value as SQL, in which each computed text is replaced. */
function sqlOf(value: unknown, computed: Computed): string {
  if (value === null) return 'NULL';
  if (typeof value === 'number') return String(value);
  let parts = [String(value)];
  for (const text of Object.keys(computed)) {
    parts = parts.flatMap((part) =>
      part in computed
        ? [part]
        : part.split(text).flatMap((rest, at) => (at ? [text, rest] : rest)),
    );
  }
  const filled = parts.filter((part) => part !== '');
  return `(${filled.map((part) => computed[part] ?? literal(part)).join(' || ')})`;
}

/** The statements as lines for pgbench, which waits for answers where the shop does. */
export function pgbenchLines(batches: readonly Statement[][], computed: Computed): string[] {
  return batches.flatMap((batch) => {
    const together = batch.flatMap(({ text, values }) => {
      const filled = text
        .replaceAll(/'(\w+)'/g, (_, quoted: string) => sqlOf(quoted, computed))
        .replaceAll(/\$(\d+)/g, (_, number: string) => sqlOf(values[Number(number) - 1], computed));
      return filled.split('; ').map((each) => `${each};`);
    });
    return together.length === 1 ? together : ['\\startpipeline', ...together, '\\endpipeline'];
  });
}

export interface PgbenchResult {
  readonly perSecond: number;
  readonly done: number;
  /** How often a transaction that collided was repeated. */
  readonly retries: number;
}

/** The server's planner as a shop's writes have it. */
const options = '-c enable_seqscan=off';

/**
 * Repeats a script. Its variables `clients` and `turn` say how many clients there are, and where a client's turns
 * begin.
 * @throws if this machine has no pgbench
 */
export async function runPgbench(
  url: string,
  lines: readonly string[],
  { clients, seconds, folder }: PgbenchPlan,
): Promise<PgbenchResult> {
  const { hostname, port, username, pathname } = new URL(url);
  const file = join(folder, 'add.sql');
  await writeFile(file, `${lines.join('\n')}\n`);
  const { stdout } = await run(
    'pgbench',
    [
      ...['--no-vacuum', '--protocol=prepared', '--max-tries=1000', `--file=${file}`],
      ...[`--client=${clients}`, `--time=${seconds}`, `--define=clients=${clients}`],
      ...['--define=turn=-1', `--host=${hostname}`, `--port=${port}`, `--username=${username}`],
      pathname.slice(1),
    ],
    { env: { ...process.env, PGOPTIONS: options } },
  );
  const figure = (name: string) => Number(new RegExp(`${name}([\\d.]+)`).exec(stdout)?.[1]);
  return {
    perSecond: figure('tps = '),
    done: figure('transactions actually processed: '),
    retries: figure('total number of retries: '),
  };
}

/** Whether this machine has pgbench. */
export function hasPgbench(): Promise<boolean> {
  return run('pgbench', ['--version']).then(
    () => true,
    () => false,
  );
}
