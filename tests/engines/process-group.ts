import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';

export interface ProcessGroup {
  readonly child: ChildProcess;
  /** What it has printed so far. */
  said(): string;
  /** SIGKILL for it and all that it has started; resolves when they are gone. */
  kill(): Promise<void>;
}

const goneMs = 3_000;

/** Starts a program in a process group of its own. */
export function startGroup(
  command: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ProcessGroup {
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  let said = '';
  const note = (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-20_000);
  };
  child.stdout.on('data', note);
  child.stderr.on('data', note);
  child.on('error', (error) => note(Buffer.from(String(error))));
  return {
    child,
    said: () => said,
    async kill() {
      // Dead ones that nobody has waited for stay in the group for as long as it takes.
      const end = performance.now() + goneMs;
      while (signals(child.pid) && performance.now() < end) await setTimeout(20);
    },
  };
}

/** Whether a process of the group was there to be killed. */
function signals(pid: number | undefined): boolean {
  if (!pid) return false;
  try {
    return process.kill(-pid, 'SIGKILL');
  } catch {
    return false;
  }
}

/** Calls until it answers, with the program's words in the error if that takes too long. */
export async function untilAnswered<T>(
  group: ProcessGroup,
  ask: () => Promise<T>,
  ms = 60_000,
): Promise<T> {
  const end = performance.now() + ms;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const hasEnded = group.child.exitCode !== null || group.child.signalCode !== null;
      if (hasEnded || !group.child.pid || performance.now() > end) {
        throw new Error(`${error}\n${group.said()}`);
      }
      await setTimeout(50);
    }
  }
}
