import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type Outcome, outcomeOf } from './test-reports.ts';

export interface Check {
  readonly title: string;
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Reads what its tests found; without it the check counts as one. */
  readonly outcome?: () => Outcome;
}

/** Where npm puts the command of a package. */
export const bin = (name: string) => join('node_modules', '.bin', name);

export const typesOf = (project: string): Check => ({
  title: `types of ${project}`,
  command: [bin('tsc'), '-p', project],
});

/** What Node has compiled, without types, for the many processes of tests; the server keeps its own there, too. */
const compiled = resolve('node_modules/.cache/node');

/** Runs checks two at a time; each prints when it has ended. */
export async function runTogether(checks: readonly Check[]): Promise<Outcome[]> {
  const waiting = [...checks];
  const lane = async (): Promise<Outcome[]> => {
    const next = waiting.shift();
    return next ? [await runCheck(next, 'pipe'), ...(await lane())] : [];
  };
  return (await Promise.all([lane(), lane()])).flat();
}

/** `pipe` keeps what the check prints until it has ended, so that two of them don't mix. */
export async function runCheck(
  { title, command, env, outcome }: Check,
  output: 'pipe' | 'inherit',
): Promise<Outcome> {
  const startedAt = Date.now();
  if (output === 'inherit') process.stdout.write(`\n— ${title}\n`);
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    stdio: ['inherit', output, output],
    env: { ...process.env, NODE_COMPILE_CACHE: compiled, ...env },
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  const printed = await Promise.all(
    [child.stdout, child.stderr].map((stream) => (stream ? buffer(stream) : '')),
  );
  const status = await ended;
  if (output === 'pipe') process.stdout.write(`\n— ${title}\n${printed.join('')}`);
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(`— ${title}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s\n`);
  return outcomeOf(title, status === 0, outcome);
}

/** Prints what failed and, last, how many passed. */
export function reportOutcomes(outcomes: readonly Outcome[]): void {
  const passed = outcomes.reduce((total, each) => total + each.passed, 0);
  const failed = outcomes.flatMap((each) => each.failed);
  printAll(
    'Passed at the second try only',
    outcomes.flatMap((each) => each.retried),
  );
  printAll(
    'Not run',
    outcomes.flatMap((each) => each.skipped),
  );
  printAll('Failed', failed);
  process.stdout.write(`\n${passed} passed, ${failed.length} failed\n`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}

function printAll(heading: string, lines: readonly string[]): void {
  if (lines.length > 0) process.stdout.write(`\n${heading}:\n${lines.join('\n')}\n`);
}
