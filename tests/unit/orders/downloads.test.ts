import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { messages } from '#contract/messages/messages.ts';
import { createDownloads } from '#features/orders/downloads.ts';
import { silenceMs } from '#features/orders/fetch-file.ts';
import { deliveredMs } from '#features/orders/file-download.ts';
import { openDraft } from '#offline/files/file-draft.ts';
import { storedFiles } from '#offline/files/stored-files.ts';
import { fileNetwork, type Mishap } from '#tests/support/file-network.ts';
import { folderPlace } from '#tests/support/file-places.ts';
import { privateFolderFake } from '#tests/support/private-folder.ts';

const size = 10_000;
const link = '/api/orders/a/items/b/download';
const file = { link, name: 'Foxes.png' };
const never = Array<Mishap>(6).fill({ dropAfter: 0 });

function setUp(bytes: Uint8Array, ...mishaps: readonly Mishap[]) {
  const trouble = { quota: Infinity };
  const disk = privateFolderFake(trouble);
  const network = fileNetwork(bytes, ...mishaps);
  const given: { name: string; bytes: Buffer }[] = [];
  const answers: ('given' | 'needs-tap')[] = [];
  const page = {
    now: 1_000_000,
    accountId: 'hazel' as string | null,
    hasFolders: true,
    isReached: true,
    onNote: () => {},
    readGiven: (blob: Blob) => blob.arrayBuffer(),
  };
  const later: (() => void)[] = [];
  const busy = new Map<string, Promise<unknown>>();

  /** A separate tab on the same device. */
  function openTab() {
    const downloads = createDownloads({
      accountId: () => page.accountId,
      async openDraft(accountId, key) {
        const place = page.hasFolders ? folderPlace(disk.root) : null;
        const draft = await openDraft(place, accountId, key);
        return {
          ...draft,
          note(change) {
            page.onNote();
            return draft.note(change);
          },
        };
      },
      isReached: () => page.isReached,
      ask: (asked, headers, signal) => {
        expect(asked).toBe(link);
        return network.ask(headers, signal);
      },
      async lock(name, signal, onBusy, task) {
        const before = busy.get(name);
        if (before) onBusy();
        const done = Promise.resolve(before).then(() => {
          signal.throwIfAborted();
          return task();
        });
        const settled = done
          .catch(() => {})
          .finally(() => {
            if (busy.get(name) === settled) busy.delete(name);
          });
        busy.set(name, settled);
        return done;
      },
      async deliverFile(blob, name) {
        const bytes = await page.readGiven(blob);
        given.push({ name, bytes: Buffer.from(bytes) });
        return answers.shift() ?? 'given';
      },
      clock: {
        now: () => page.now,
        after(ms, task) {
          if (ms === deliveredMs) later.push(task);
          else if (ms !== silenceMs) queueMicrotask(task);
          return () => {};
        },
      },
    });
    downloads.watch(link, () => {});
    return downloads;
  }

  return {
    openTab,
    network,
    given,
    answers,
    page,
    trouble,
    disk,
    stored: () => storedFiles('hazel', Promise.resolve([folderPlace(disk.root)])),
    /** Passes the minute after a file was delivered. */
    async passMinute() {
      page.now += deliveredMs;
      for (const task of later.splice(0)) task();
      await Promise.all(busy.values());
    },
  };
}

it('delivers the file under its name, and deletes it a minute later', async () => {
  const bytes = randomBytes(size);
  const { openTab, given, disk, passMinute } = setUp(bytes);
  const tab = openTab();

  await tab.download(file);

  expect(given).toEqual([{ name: 'Foxes.png', bytes }]);
  expect(tab.view(link)).toMatchObject({ phase: 'idle', isStored: false, problem: null });
  await passMinute();
  expect(disk.used()).toBe(0);
});

it('shows the progress of an interrupted download after a reload, and resumes it', async () => {
  const bytes = randomBytes(size);
  const { openTab, given, network } = setUp(bytes, { dropAfter: 3400 }, ...never);
  await expect(openTab().download(file)).rejects.toThrow();

  const tab = openTab();

  await expect.poll(() => tab.view(link).phase).toBe('begun');
  expect(tab.view(link)).toMatchObject({ reached: 3400, total: size });
  await tab.download(file);
  expect(network.asked.at(-1)).toBe('bytes=3400-');
  expect(given).toEqual([{ name: 'Foxes.png', bytes }]);
});

it('resumes within the page if the browser has no folders', async () => {
  const bytes = randomBytes(size);
  const { openTab, given, network, page } = setUp(bytes, { dropAfter: 3400 }, ...never);
  page.hasFolders = false;
  const tab = openTab();
  await expect(tab.download(file)).rejects.toThrow();

  expect(tab.view(link)).toMatchObject({ phase: 'begun', reached: 3400 });
  await tab.download(file);

  expect(network.asked.at(-1)).toBe('bytes=3400-');
  expect(given).toEqual([{ name: 'Foxes.png', bytes }]);
});

it('makes a second tab wait for the first, and downloads each byte once', async () => {
  const bytes = randomBytes(size);
  const { openTab, given, network } = setUp(bytes);
  const [one, two] = [openTab(), openTab()];

  const first = one.download(file);
  const second = two.download(file);
  expect(two.view(link).waitsFor).toBe('tab');
  await Promise.all([first, second]);

  expect(given).toHaveLength(2);
  expect(network.asked).toEqual(['bytes=0-']);
});

it('stores a file, and delivers it offline', async () => {
  const bytes = randomBytes(size);
  const { openTab, given, network, stored, passMinute } = setUp(bytes);
  await openTab().store(file);
  expect(given).toEqual([]);
  expect(await stored()).toMatchObject([{ name: 'Foxes.png', bytes: size }]);

  const tab = openTab();
  await expect.poll(() => tab.view(link).isHere).toBe(true);
  await tab.download(file);
  await passMinute();

  expect(network.asked).toEqual(['bytes=0-']);
  expect(given).toEqual([{ name: 'Foxes.png', bytes }]);
  expect(await stored()).toHaveLength(1);
});

it('replaces a stored file that the studio has replaced', async () => {
  const [old, bytes] = [randomBytes(size), randomBytes(size)];
  const { openTab, given, network, stored } = setUp(old);
  await openTab().store(file);
  network.replace(bytes);
  network.shop.name = 'Foxes.zip';

  const tab = openTab();
  await expect.poll(() => tab.view(link).isHere).toBe(true);
  await tab.download(file);

  expect(given).toEqual([{ name: 'Foxes.zip', bytes }]);
  expect(tab.view(link).problem).toBe(null);
  expect(await stored()).toMatchObject([{ name: 'Foxes.zip', bytes: size }]);
});

it('replaces a stored file by a larger one that has no room twice', async () => {
  const bytes = randomBytes(size);
  const { openTab, given, network, stored, trouble, disk, passMinute } = setUp(randomBytes(5000));
  const tab = openTab();
  await tab.store(file);
  network.replace(bytes);
  trouble.quota = 19_000;

  await tab.store(file);

  expect(tab.view(link)).toMatchObject({ isStored: true, isHere: true, problem: null });
  expect(await stored()).toMatchObject([{ name: 'Foxes.png', bytes: size }]);
  expect(disk.used()).toBeLessThan(12_000);
  network.shop.isAway = true;
  const later = openTab();
  await expect.poll(() => later.view(link).isHere).toBe(true);
  await later.download(file);
  await passMinute();
  expect(given).toEqual([{ name: 'Foxes.png', bytes }]);
  expect(await stored()).toHaveLength(1);
});

it('keeps the older file if there is no room for its successor', async () => {
  const bytes = randomBytes(5000);
  const { openTab, given, network, stored, trouble } = setUp(bytes);
  const tab = openTab();
  await tab.store(file);
  network.replace(randomBytes(size));
  trouble.quota = 12_000;

  await tab.store(file);

  expect(tab.view(link).problem?.text).toMatch(/^This is the older Foxes\.png .* Not enough space/);
  expect(await stored()).toMatchObject([{ bytes: 5000 }]);
  await tab.download(file);
  expect(given).toEqual([{ name: 'Foxes.png', bytes }]);
});

it('deletes no stored file because the device is too full to note that it was checked', async () => {
  const { openTab, stored, page, trouble } = setUp(randomBytes(size));
  await openTab().store(file);
  const tab = openTab();
  await expect.poll(() => tab.view(link).isHere).toBe(true);
  page.onNote = () => {
    trouble.quota = 0;
  };

  await tab.store(file);

  expect(await stored()).toHaveLength(1);
});

it('delivers an older file under its own name, and says nothing of a shop that has no answer', async () => {
  const bytes = randomBytes(size);
  const { openTab, given, network } = setUp(bytes);
  await openTab().store(file);
  network.shop.isAway = true;

  const tab = openTab();
  await expect.poll(() => tab.view(link).isHere).toBe(true);
  await tab.download({ link, name: 'Foxes.zip' });

  expect(given).toEqual([{ name: 'Foxes.png', bytes }]);
  expect(tab.view(link).problem).toBe(null);
});

it('delivers a stored file at once while the shop is known to be out of reach', async () => {
  const bytes = randomBytes(size);
  const { openTab, given, network, page } = setUp(bytes);
  await openTab().store(file);
  network.replace(randomBytes(size));
  page.isReached = false;

  const tab = openTab();
  await expect.poll(() => tab.view(link).isHere).toBe(true);
  await tab.download(file);

  expect(given).toEqual([{ name: 'Foxes.png', bytes }]);
  expect(tab.view(link).problem).toBe(null);
});

it('says of a file that is to be stored whether it may be older', async () => {
  const { openTab, network } = setUp(randomBytes(size));
  await openTab().store(file);
  network.shop.isAway = true;

  const tab = openTab();
  await tab.store(file);

  expect(tab.view(link).problem?.text).toBe(
    'This is Foxes.png as stored on this device. The shop couldn’t say whether there is a newer one.',
  );
});

it('fetches a file to deliver and store once, also if it can’t be stored', async () => {
  const bytes = randomBytes(size);
  const { openTab, given, network, page } = setUp(bytes);
  page.hasFolders = false;
  const tab = openTab();

  await tab.download(file, { toStore: true });

  expect(network.asked).toEqual(['bytes=0-']);
  expect(given).toEqual([{ name: 'Foxes.png', bytes }]);
  expect(tab.view(link)).toMatchObject({ phase: 'idle', isStored: false });
  expect(tab.view(link).problem).not.toBeNull();
});

it('downloads a stored file again if it was damaged on the device, and delivers no wrong byte', async () => {
  const bytes = randomBytes(size);
  const { openTab, given, network, stored, disk } = setUp(bytes);
  await openTab().store(file);
  const bought = await disk.root.getDirectoryHandle('bought-files');
  const account = await bought.getDirectoryHandle('hazel');
  const folder = await account.getDirectoryHandle('api-orders-a-items-b-download');
  const wrong = await (await folder.getFileHandle('0')).createWritable();
  await wrong.write(new Blob([randomBytes(size)]));
  await wrong.close();

  const tab = openTab();
  await expect.poll(() => tab.view(link).isHere).toBe(true);
  await tab.download(file);

  expect(given).toEqual([{ name: 'Foxes.png', bytes }]);
  expect(network.asked).toEqual(['bytes=0-', 'bytes=0-']);
  expect(await stored()).toHaveLength(1);
});

it('deletes a stored file when the buyer removes it', async () => {
  const { openTab, stored, disk } = setUp(randomBytes(size));
  const tab = openTab();
  await tab.store(file);

  await tab.unstore(file);

  expect(await stored()).toEqual([]);
  expect(disk.used()).toBe(0);
  expect(tab.view(link)).toMatchObject({ phase: 'idle', isStored: false, isHere: false });
});

it('reports that there is no room to store a file, and frees what it took', async () => {
  const { openTab, stored, disk, trouble } = setUp(randomBytes(size));
  trouble.quota = 5000;
  const tab = openTab();

  await tab.store(file);

  expect(tab.view(link)).toMatchObject({ phase: 'idle', isStored: false, isHere: false });
  expect(tab.view(link).problem?.text).toMatch(/^Not enough space on this device for Foxes\.png\./);
  expect(await stored()).toEqual([]);
  expect(disk.used()).toBe(0);
});

it('still downloads a file if there is no room on the device', async () => {
  const bytes = randomBytes(size);
  const { openTab, given, trouble, disk, passMinute } = setUp(bytes);
  trouble.quota = 5000;
  const tab = openTab();

  await tab.download(file);

  expect(given).toEqual([{ name: 'Foxes.png', bytes }]);
  await passMinute();
  expect(disk.used()).toBe(0);
});

it('reports that a file could not be stored yet, and keeps the part that arrived', async () => {
  const { openTab } = setUp(randomBytes(size), { dropAfter: 3400 }, ...never);
  const tab = openTab();

  await tab.store(file);

  expect(tab.view(link)).toMatchObject({ phase: 'begun', reached: 3400, isStored: false });
  expect(tab.view(link).problem).toEqual({
    text: `Foxes.png isn’t on this device yet. ${messages.downloads.unreached}`,
    isForStudio: false,
  });
});

it('deletes the part that arrived when the buyer cancels', async () => {
  const { openTab, disk, given } = setUp(randomBytes(size), { dropAfter: 3400, isSilent: true });
  const tab = openTab();
  const ended = tab.download(file);
  await expect.poll(() => tab.view(link).reached).toBeGreaterThan(0);

  await tab.cancel(file);
  await ended;

  expect(tab.view(link)).toMatchObject({ phase: 'idle', reached: 0, problem: null });
  expect(disk.used()).toBe(0);
  expect(given).toEqual([]);
});

it('waits for a tap if the system requires one, without another request', async () => {
  const { openTab, given, answers, network } = setUp(randomBytes(size));
  answers.push('needs-tap', 'needs-tap');
  const tab = openTab();
  await tab.download(file);
  expect(tab.view(link).phase).toBe('ready');

  await tab.download(file);
  expect(tab.view(link).phase).toBe('ready');
  await tab.download(file);

  expect(tab.view(link).phase).toBe('idle');
  expect(given).toHaveLength(3);
  expect(network.asked).toEqual(['bytes=0-']);
});

it('fetches a file again if another tab has deleted its bytes before the tap', async () => {
  const bytes = randomBytes(size);
  const { openTab, given, answers, network, page, disk, passMinute } = setUp(bytes);
  answers.push('needs-tap');
  const tab = openTab();
  await tab.download(file);
  page.now += deliveredMs;
  openTab();
  await expect.poll(() => disk.used()).toBe(0);
  const { readGiven } = page;
  page.readGiven = async () => {
    page.readGiven = readGiven;
    throw new DOMException('Its file is gone', 'NotReadableError');
  };

  expect(await tab.download(file)).toBe('given');

  expect(given.map((saved) => saved.bytes)).toEqual([bytes, bytes]);
  expect(network.asked).toEqual(['bytes=0-', 'bytes=0-']);
  expect(tab.view(link)).toMatchObject({ phase: 'idle', problem: null });
  await passMinute();
});

it('stops when the account is left, and delivers its file to nobody', async () => {
  const { openTab, given, page } = setUp(randomBytes(size), { dropAfter: 3400, isSilent: true });
  const tab = openTab();
  const ended = tab.download(file);
  await expect.poll(() => tab.view(link).reached).toBeGreaterThan(0);

  page.accountId = 'robin';
  tab.leave();
  await ended;

  expect(given).toEqual([]);
  expect(tab.view(link)).toMatchObject({ phase: 'idle', reached: 0 });
});

it('delivers a file to nobody if it completes just as the account is left', async () => {
  const { openTab, given, page } = setUp(randomBytes(size));
  const tab = openTab();
  page.onNote = tab.leave;

  await tab.download(file);

  expect(given).toEqual([]);
});

it('deletes what an earlier page delivered without deleting it', async () => {
  const { openTab, disk, page } = setUp(randomBytes(size));
  await openTab().download(file);
  expect(disk.used()).toBeGreaterThan(0);
  page.now += deliveredMs;

  openTab();

  await expect.poll(() => disk.used()).toBe(0);
});

it('stops storing a file at once, and stores the rest next time', async () => {
  const bytes = randomBytes(size);
  const { openTab, network, stored } = setUp(bytes, { dropAfter: 3400, isSilent: true });
  const tab = openTab();
  const storing = tab.store(file);
  await expect.poll(() => tab.view(link).reached).toBeGreaterThan(0);
  await tab.pause(file);
  await storing;
  expect(tab.view(link)).toMatchObject({ isStored: false, isHere: false, problem: null });
  expect(tab.view(link).phase).toBe('begun');

  await tab.store(file);
  expect(network.asked.at(-1)).toMatch(/^bytes=[1-9]/);
  expect(tab.view(link)).toMatchObject({ isStored: true, isHere: true });
  expect((await stored()).map(({ name }) => name)).toEqual(['Foxes.png']);
});

it('still has a stored file while the arrival of its successor pauses', async () => {
  const bytes = randomBytes(size);
  const { openTab, network, stored } = setUp(
    randomBytes(size),
    {},
    {},
    { dropAfter: 3400, isSilent: true },
  );
  const tab = openTab();
  await tab.store(file);
  network.replace(bytes);
  const storing = tab.store(file);
  await expect.poll(() => network.asked.length).toBe(3);

  await tab.pause(file);
  await storing;

  expect(tab.view(link)).toMatchObject({ isStored: true, isHere: true });
  await tab.store(file);
  expect(await stored()).toHaveLength(1);
  expect(network.asked.at(-1)).toMatch(/^bytes=\d+-/);
});

/** A stored file, and a download of its successor that has begun. */
async function replacing() {
  const setup = setUp(randomBytes(size), {}, {}, { dropAfter: 3400, isSilent: true });
  const tab = setup.openTab();
  await tab.store(file);
  setup.network.replace(randomBytes(5000));
  const ended = tab.download(file);
  await expect.poll(() => setup.network.asked.length).toBe(3);
  return { ...setup, tab, ended };
}

it('keeps a stored file when the buyer cancels the download of its successor', async () => {
  const { tab, ended, given, stored, disk } = await replacing();

  await tab.cancel(file);

  expect(await ended).toBe('cancelled');
  expect(tab.view(link)).toMatchObject({ phase: 'idle', isStored: true, isHere: true });
  expect(await stored()).toMatchObject([{ name: 'Foxes.png', bytes: size }]);
  expect(disk.used()).toBeLessThan(12_000);
  expect(given).toEqual([]);
});

it('deletes a file that is no longer to be stored when its download is cancelled', async () => {
  const { tab, stored, disk } = await replacing();
  await tab.unstore(file);

  await tab.cancel(file);

  expect(tab.view(link)).toMatchObject({ phase: 'idle', isStored: false, isHere: false });
  expect(await stored()).toEqual([]);
  expect(disk.used()).toBe(0);
});

it('keeps a stored file whose saving is cancelled before the tap', async () => {
  const { openTab, answers, stored } = setUp(randomBytes(size));
  const tab = openTab();
  await tab.store(file);
  answers.push('needs-tap');
  await tab.download(file);

  await tab.cancel(file);

  expect(tab.view(link)).toMatchObject({ phase: 'idle', isStored: true, isHere: true });
  expect(await stored()).toHaveLength(1);
});
