import { expect, test } from 'vitest';
import { OneAtATime } from '#server/platform/one-at-a-time.ts';

test('work of one key is done one after another, also after a failure', async () => {
  const turns = new OneAtATime();
  const done: string[] = [];
  const first = Promise.withResolvers<void>();
  const failing = turns.run('a', async () => {
    await first.promise;
    done.push('first');
    throw new Error('no');
  });
  const second = turns.run('a', async () => done.push('second'));
  await turns.run('b', async () => done.push('other'));
  expect(done).toEqual(['other']);

  first.resolve();
  await expect(failing).rejects.toThrow('no');
  await second;
  expect(done).toEqual(['other', 'first', 'second']);
});
