import { expect, it } from 'vitest';
import { FileTooLarge, maxInMemoryBytes, openDraft } from '#offline/files/file-draft.ts';
import { forgetOthersFiles, forgetStoredFiles } from '#offline/files/forget-stored-files.ts';
import { storedFiles } from '#offline/files/stored-files.ts';
import { privateFolderFake } from '#tests/support/private-folder.ts';

const facts = { name: 'Foxes.png', mediaType: 'image/png', total: 6, sha256: 'aa' };

async function textOf(parts: readonly Blob[]): Promise<string> {
  return new Blob([...parts]).text();
}

it('continues with what an earlier page wrote', async () => {
  const { root } = privateFolderFake();
  const before = await openDraft(root, 'hazel', 'foxes');
  await before.start(facts);
  await before.append(new Blob(['abc']));
  await before.append(new Blob(['de']));

  const after = await openDraft(root, 'hazel', 'foxes');
  expect(after.reached()).toBe(5);
  await after.append(new Blob(['f']));

  const last = await openDraft(root, 'hazel', 'foxes');
  expect(await textOf(last.parts())).toBe('abcdef');
  expect(last.state()).toEqual({ ...facts, checkedAt: null, isToStore: false });
});

it('counts only the runs that follow each other without a gap', async () => {
  const { root } = privateFolderFake();
  const draft = await openDraft(root, 'hazel', 'foxes');
  await draft.start(facts);
  for (const run of ['ab', 'cd', 'ef']) await draft.append(new Blob([run]));
  const bought = await root.getDirectoryHandle('bought-files');
  const folder = await (await bought.getDirectoryHandle('hazel')).getDirectoryHandle('foxes');
  const torn = await (await folder.getFileHandle('2')).createWritable();
  await torn.close();

  const after = await openDraft(root, 'hazel', 'foxes');

  expect(await textOf(after.parts())).toBe('ab');
});

it('deletes what was stored when a file is started over', async () => {
  const { root } = privateFolderFake();
  const draft = await openDraft(root, 'hazel', 'foxes');
  await draft.start(facts);
  for (const run of ['ab', 'cd']) await draft.append(new Blob([run]));

  await draft.start({ ...facts, sha256: 'bb' });
  await draft.append(new Blob(['x']));

  const after = await openDraft(root, 'hazel', 'foxes');
  expect(await textOf(after.parts())).toBe('x');
  expect(after.state()?.sha256).toBe('bb');
});

it('loses no byte if the device has no room', async () => {
  const trouble = { quota: Infinity };
  const { root, used } = privateFolderFake(trouble);
  const draft = await openDraft(root, 'hazel', 'foxes');
  await draft.start(facts);
  await draft.append(new Blob(['abc']));
  trouble.quota = used();

  await draft.append(new Blob(['de']));
  await draft.append(new Blob(['f']));

  expect(await textOf(draft.parts())).toBe('abcdef');
  expect(draft.place()).toBe('full');
  expect((await openDraft(root, 'hazel', 'foxes')).reached()).toBe(3);
});

it('holds a file in memory if the browser has no folder, up to a size limit', async () => {
  const draft = await openDraft(null, 'hazel', 'foxes');
  await draft.start(facts);
  await draft.append(new Blob(['abc']));
  expect(draft.place()).toBe('page');
  expect(await textOf(draft.parts())).toBe('abc');

  const long = new Blob();
  Object.defineProperty(long, 'size', { value: maxInMemoryBytes });

  await expect(draft.append(long)).rejects.toBeInstanceOf(FileTooLarge);
});

it("lists one account's stored files that are complete and verified", async () => {
  const { root } = privateFolderFake();
  const add = async (
    account: string,
    name: string,
    isToStore: boolean,
    checkedAt: number | null,
  ) => {
    const draft = await openDraft(root, account, name);
    await draft.start({ ...facts, name: `${name}.png` });
    await draft.append(new Blob(['abcdef']));
    await draft.note({ isToStore, checkedAt });
  };
  await add('hazel', 'moons', true, 5);
  await add('hazel', 'foxes', true, 5);
  await add('hazel', 'whales', false, 5);
  await add('hazel', 'daisies', true, null);
  await add('robin', 'clouds', true, 5);

  const listed = await storedFiles('hazel', Promise.resolve(root));

  expect(listed).toEqual([
    { key: 'foxes', name: 'foxes.png', bytes: 6 },
    { key: 'moons', name: 'moons.png', bytes: 6 },
  ]);
  expect(await storedFiles('nobody', Promise.resolve(root))).toEqual([]);
  expect(await storedFiles('hazel', Promise.resolve(null))).toEqual([]);
});

it('deletes every file of the account that is left, and none of another', async () => {
  const { root } = privateFolderFake();
  for (const account of ['hazel', 'robin']) {
    const draft = await openDraft(root, account, 'foxes');
    await draft.start(facts);
    await draft.note({ isToStore: true, checkedAt: 5 });
  }
  const open = await openDraft(root, 'hazel', 'foxes');

  await forgetStoredFiles('hazel', Promise.resolve(root));
  await open.append(new Blob(['late']));

  expect((await openDraft(root, 'hazel', 'foxes')).state()).toBe(null);
  expect(await storedFiles('robin', Promise.resolve(root))).toHaveLength(1);
  await forgetStoredFiles('hazel', Promise.resolve(root));
  await forgetStoredFiles('hazel', Promise.resolve(null));
});

it('deletes the files of every other account when one takes over the device', async () => {
  const { root } = privateFolderFake();
  for (const account of ['hazel', 'robin', 'wren']) {
    const draft = await openDraft(root, account, 'foxes');
    await draft.start(facts);
    await draft.note({ isToStore: true, checkedAt: 5 });
  }

  await forgetOthersFiles('robin', Promise.resolve(root));

  const left = await Promise.all(
    ['hazel', 'robin', 'wren'].map((account) => storedFiles(account, Promise.resolve(root))),
  );
  expect(left.map((files) => files.length)).toEqual([0, 1, 0]);
  await forgetOthersFiles('robin', Promise.resolve(privateFolderFake().root));
  await forgetOthersFiles('robin', Promise.resolve(null));
});
