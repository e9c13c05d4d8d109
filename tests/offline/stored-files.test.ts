import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, it } from 'vitest';
import { messages } from '#contract/messages/messages.ts';
import { DatabaseFiles, hasDatabaseFiles } from '#offline/files/database-files.ts';
import { FileTooLarge, maxInMemoryBytes, openDraft } from '#offline/files/file-draft.ts';
import type { FilePlace } from '#offline/files/file-place.ts';
import { openSlots } from '#offline/files/file-slots.ts';
import { forgetOthersFiles, forgetStoredFiles } from '#offline/files/forget-stored-files.ts';
import { storedFiles } from '#offline/files/stored-files.ts';
import { writableFolder } from '#offline/files/writable-folder.ts';
import { writeInPlace } from '#offline/files/write-in-place.ts';
import { filePlaces, folderPlace } from '#tests/support/file-places.ts';
import { privateFolderFake } from '#tests/support/private-folder.ts';
import './test-device.ts';

const facts = { name: 'Foxes.png', mediaType: 'image/png', total: 6, sha256: 'aa' };

async function textOf(parts: readonly Blob[]): Promise<string> {
  return new Blob([...parts]).text();
}

/** Begins a file and appends these runs. */
async function store(place: FilePlace, account: string, key: string, runs: readonly string[]) {
  const draft = await openDraft(place, account, key);
  await draft.start({ ...facts, name: `${key}.png` });
  for (const run of runs) await draft.append(new Blob([run]));
  return draft;
}

describe.each(filePlaces)('in %s', (_, open) => {
  it('continues with what an earlier page wrote', async () => {
    const place = open();
    const before = await openDraft(place, 'hazel', 'foxes');
    await before.start(facts);
    await before.append(new Blob(['abc']));
    await before.append(new Blob(['de']));
    expect(before.place()).toBe('device');

    const after = await openDraft(place, 'hazel', 'foxes');
    expect(after.reached()).toBe(5);
    await after.append(new Blob(['f']));

    const last = await openDraft(place, 'hazel', 'foxes');
    expect(await textOf(last.parts())).toBe('abcdef');
    expect(last.state()).toEqual({ ...facts, checkedAt: null, isToStore: false });
  });

  it('keeps the newest state, shorter or longer than the one before', async () => {
    const place = open();
    const draft = await store(place, 'hazel', 'foxes', ['abc']);
    for (const checkedAt of [1_800_000_000_000, null, 5]) {
      await draft.note({ checkedAt });
      const after = await openDraft(place, 'hazel', 'foxes');
      expect(after.state()?.checkedAt).toBe(checkedAt);
    }
  });

  it('holds the bytes as stored, not those that arrived', async () => {
    const draft = await openDraft(open(), 'hazel', 'foxes');
    await draft.start(facts);
    const arrived = new Blob(['abc']);

    await draft.append(arrived);

    expect(draft.parts()[0]).not.toBe(arrived);
    expect(await textOf(draft.parts())).toBe('abc');
  });

  it('deletes what was stored when a file is started over', async () => {
    const place = open();
    const draft = await store(place, 'hazel', 'foxes', ['ab', 'cd']);

    await draft.start({ ...facts, sha256: 'bb' });
    await draft.append(new Blob(['x']));

    const after = await openDraft(place, 'hazel', 'foxes');
    expect(await textOf(after.parts())).toBe('x');
    expect(after.state()?.sha256).toBe('bb');
  });

  it("lists one account's stored files that are complete and verified", async () => {
    const place = open();
    const add = async (account: string, key: string, isToStore: boolean, at: number | null) => {
      const draft = await store(place, account, key, ['abc', 'def']);
      await draft.note({ isToStore, checkedAt: at });
    };
    await add('hazel', 'moons', true, 5);
    await add('hazel', 'foxes', true, 5);
    await add('hazel', 'whales', false, 5);
    await add('hazel', 'daisies', true, null);
    await add('robin', 'clouds', true, 5);

    expect(await storedFiles('hazel', Promise.resolve([place]))).toEqual([
      { key: 'foxes', name: 'foxes.png', bytes: 6, sha256: 'aa' },
      { key: 'moons', name: 'moons.png', bytes: 6, sha256: 'aa' },
    ]);
    expect(await storedFiles('nobody', Promise.resolve([place]))).toEqual([]);
    expect(await storedFiles('hazel', Promise.resolve([]))).toEqual([]);
  });

  it('has one file in two places', async () => {
    const place = open();
    const slots = () => openSlots((key) => openDraft(place, 'hazel', key), 'foxes');
    const listed = () => storedFiles('hazel', Promise.resolve([place]));
    const first = await slots();
    await first.draft.start(facts);
    await first.draft.append(new Blob(['abc']));
    await first.draft.note({ isToStore: true, checkedAt: 5 });
    await first.spare.start({ ...facts, name: 'Foxes 2.png' });
    expect((await slots()).draft.state()?.name).toBe('Foxes.png');

    // As the version before leaves it when its page ends.
    await first.spare.note({ checkedAt: 6 });
    expect((await slots()).draft.state()?.name).toBe('Foxes.png');

    await first.spare.note({ isToStore: true });
    expect((await slots()).draft.state()?.name).toBe('Foxes 2.png');
    expect(await listed()).toMatchObject([{ key: 'foxes', name: 'Foxes 2.png' }]);

    await first.draft.remove();
    const last = await slots();
    expect(last.draft.state()?.name).toBe('Foxes 2.png');
    expect(last.spare.state()).toBe(null);
    expect(await listed()).toMatchObject([{ key: 'foxes', name: 'Foxes 2.png' }]);
  });

  it('deletes every file of the account that is left, and none of another', async () => {
    const place = open();
    for (const account of ['hazel', 'robin']) {
      const draft = await store(place, account, 'foxes', []);
      await draft.note({ isToStore: true, checkedAt: 5 });
    }
    const late = await openDraft(place, 'hazel', 'foxes');

    await forgetStoredFiles('hazel', Promise.resolve([place]));
    await late.append(new Blob(['late']));
    await late.note({ isToStore: true });

    expect((await openDraft(place, 'hazel', 'foxes')).state()).toBe(null);
    expect(await storedFiles('robin', Promise.resolve([place]))).toHaveLength(1);
    await forgetStoredFiles('hazel', Promise.resolve([place]));
    await forgetStoredFiles('hazel', Promise.resolve([]));
  });

  it('deletes the files of every other account when one takes over the device', async () => {
    const place = open();
    for (const account of ['hazel', 'robin', 'wren']) {
      const draft = await store(place, account, 'foxes', ['abc']);
      await draft.note({ isToStore: true, checkedAt: 5 });
    }

    await forgetOthersFiles('robin', Promise.resolve([place]));

    const left = await Promise.all(
      ['hazel', 'robin', 'wren'].map((account) => storedFiles(account, Promise.resolve([place]))),
    );
    expect(left.map((files) => files.length)).toEqual([0, 1, 0]);
    await forgetOthersFiles('robin', Promise.resolve([open()]));
  });

  it('loses no byte if the device has no room', async () => {
    const place = open();
    const draft = await openDraft(
      Object.assign(Object.create(place) as FilePlace, {
        create: place.create.bind(place),
        read: place.read.bind(place),
        remove: place.remove.bind(place),
        async writeRun(...run: Parameters<FilePlace['writeRun']>) {
          if (run[2] > 0) throw new DOMException('No room', 'QuotaExceededError');
          return place.writeRun(...run);
        },
      }),
      'hazel',
      'foxes',
    );
    await draft.start(facts);

    for (const run of ['abc', 'de', 'f']) await draft.append(new Blob([run]));

    expect(await textOf(draft.parts())).toBe('abcdef');
    expect(draft.place()).toBe('full');
    expect((await openDraft(place, 'hazel', 'foxes')).reached()).toBe(3);
  });
});

it('counts only the runs that follow each other without a gap', async () => {
  const { root } = privateFolderFake();
  const place = folderPlace(root);
  await store(place, 'hazel', 'foxes', ['ab', 'cd', 'ef']);
  const bought = await root.getDirectoryHandle('bought-files');
  const folder = await (await bought.getDirectoryHandle('hazel')).getDirectoryHandle('foxes');
  const torn = await (await folder.getFileHandle('2')).createWritable();
  await torn.close();

  const after = await openDraft(place, 'hazel', 'foxes');

  expect(await textOf(after.parts())).toBe('ab');
});

it('continues behind the beginning of a run that a worker did not finish', async () => {
  const { root } = privateFolderFake();
  const place = writableFolder(root, writeInPlace);
  await store(place, 'hazel', 'foxes', ['ab']);
  await writeInPlace(root, ['bought-files', 'hazel', 'foxes', '2'], new Blob(['c']));

  const after = await openDraft(place, 'hazel', 'foxes');
  await after.append(new Blob(['def']));

  expect(await textOf((await openDraft(place, 'hazel', 'foxes')).parts())).toBe('abcdef');
});

it.each([
  ['writes whole files', folderPlace],
  ['writes in place', (root = privateFolderFake().root) => writableFolder(root, writeInPlace)],
])('loses no byte if a folder that a page %s has no room', async (_, open) => {
  const trouble = { quota: Number.POSITIVE_INFINITY };
  const { root, used } = privateFolderFake(trouble);
  const place = open(root);
  const draft = await store(place, 'hazel', 'foxes', ['abc']);
  trouble.quota = used();

  await draft.append(new Blob(['de']));
  await draft.append(new Blob(['f']));

  expect(await textOf(draft.parts())).toBe('abcdef');
  expect(draft.place()).toBe('full');
  expect((await openDraft(place, 'hazel', 'foxes')).reached()).toBe(3);
});

it('reads the state that an earlier version of the shop wrote', async () => {
  const { root } = privateFolderFake();
  const state = { ...facts, checkedAt: 5, isToStore: true };
  const bought = await root.getDirectoryHandle('bought-files', { create: true });
  const account = await bought.getDirectoryHandle('hazel', { create: true });
  const folder = await account.getDirectoryHandle('foxes', { create: true });
  for (const [name, text] of Object.entries({ 'state.json': JSON.stringify(state), 0: 'abcdef' })) {
    const writing = await (await folder.getFileHandle(name, { create: true })).createWritable();
    await writing.write(new Blob([text]));
    await writing.close();
  }

  const place = folderPlace(root);
  expect((await openDraft(place, 'hazel', 'foxes')).state()).toEqual(state);
  expect(await storedFiles('hazel', Promise.resolve([place]))).toHaveLength(1);
});

it('holds a file in memory if the browser can store none, up to a size limit', async () => {
  const draft = await openDraft(null, 'hazel', 'foxes');
  await draft.start(facts);
  await draft.append(new Blob(['abc']));
  expect(draft.place()).toBe('page');
  expect(await textOf(draft.parts())).toBe('abc');

  const long = new Blob();
  Object.defineProperty(long, 'size', { value: maxInMemoryBytes });

  await expect(draft.append(long)).rejects.toBeInstanceOf(FileTooLarge);
});

it('refuses a file before its first byte if a browser without folders cannot hold it', async () => {
  const idb = { indexedDB: new IDBFactory(), IDBKeyRange };
  for (const place of [null, new DatabaseFiles(idb)]) {
    const draft = await openDraft(place, 'hazel', 'foxes');

    await expect(draft.start({ ...facts, total: maxInMemoryBytes + 1 })).rejects.toThrow(
      messages.downloads.tooLargeHere,
    );
  }
  expect(await hasDatabaseFiles(idb)).toBe(false);
});

it('counts a place that cannot be read as empty, and starts over in memory', async () => {
  const broken = async () => {
    throw new DOMException('It does not respond', 'UnknownError');
  };
  const place = Object.assign(Object.create(folderPlace()) as FilePlace, {
    read: broken,
    list: broken,
    remove: broken,
  });
  const whole = folderPlace();
  await (await store(whole, 'hazel', 'foxes', ['abcdef'])).note({ isToStore: true, checkedAt: 5 });

  const draft = await openDraft(place, 'hazel', 'foxes');
  await draft.start(facts);
  await draft.append(new Blob(['abc']));

  expect(draft.place()).toBe('page');
  expect(await textOf(draft.parts())).toBe('abc');
  expect(await storedFiles('hazel', Promise.resolve([place, whole]))).toHaveLength(1);
});

it('remembers that a database has files, so that signing out looks there', async () => {
  const idb = { indexedDB: new IDBFactory(), IDBKeyRange };
  expect(await hasDatabaseFiles(idb)).toBe(false);

  await store(new DatabaseFiles(idb), 'hazel', 'foxes', ['abc']);

  expect(await hasDatabaseFiles(idb)).toBe(true);
});
