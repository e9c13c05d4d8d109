import { expect, test } from 'vitest';
import type { FilePlace } from '#server/operations/move/file-place.ts';
import { moveFiles } from '#server/operations/move/move-files.ts';
import { moveMark } from '#server/platform/files/move-mark.ts';

test('a copy that fails ends once the files on their way have ended', async () => {
  const from: Pick<FilePlace, 'name' | 'list' | 'read'> = {
    name: 'here',
    async *list() {
      for (let file = 0; file < 100; file += 1) yield { path: `uploads/${file}`, bytes: 1 };
    },
    async *read() {
      yield Buffer.from('x');
    },
  };
  const written: string[] = [];
  let onTheirWay = 0;
  const to: FilePlace = {
    name: 'there',
    async *list() {},
    read: from.read,
    unmark: async () => {},
    isPart: async () => false,
    async write(path) {
      onTheirWay += 1;
      if (path === moveMark) await new Promise(setImmediate);
      written.push(path);
      if (path === 'uploads/0') {
        onTheirWay -= 1;
        throw new Error('no room');
      }
      await new Promise(setImmediate);
      onTheirWay -= 1;
    },
  };

  await expect(moveFiles(from, to, () => {})).rejects.toThrow('no room');

  expect(onTheirWay).toBe(0);
  expect(written).toHaveLength(9);
  expect(written[0]).toBe(moveMark);
  await new Promise(setImmediate);
  expect(written).toHaveLength(9);
});
