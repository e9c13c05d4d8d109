import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

/** A program that starts another, which has its output, too. */
const starter = `
  import { spawn } from 'node:child_process';
  import { endWithThis } from '#tests/support/end-with-this.ts';
  const child = spawn('sleep', ['60'], { stdio: ['ignore', 'inherit', 'ignore'] });
  endWithThis(child, 'KILL');
  process.stdout.write('started');
`;

test('a process that a killed test started ends', async () => {
  const killed = spawn(process.execPath, ['--input-type=module', '--eval', starter]);
  const [said] = await once(killed.stdout, 'data');
  expect(String(said)).toBe('started');
  killed.kill('SIGKILL');
  await once(killed.stdout, 'end');
});
