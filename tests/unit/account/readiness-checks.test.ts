import { describe, expect, it } from 'vitest';
import {
  type ReadinessFacts,
  readinessChecks,
  readinessReport,
  readinessSummary,
} from '#features/account/readiness-checks.ts';
import { noAnswer } from '#features/account/storage-facts.ts';

const worker = {
  version: '3f2a91c0',
  files: 140,
  missingFiles: 0,
  emptyScreens: [],
  shopMs: 11.2,
};

const ready: ReadinessFacts = {
  testedAt: '2026-03-01T10:00:00.000Z',
  isInstalled: true,
  isReached: true,
  worker,
  designs: 112,
  pictures: 112,
  storage: { ...noAnswer, isPersisted: true, usage: 6_200_000, quota: 12_000_000_000 },
  trouble: null,
  waiting: 0,
  refused: 0,
};

/** What isn't good, by title. */
function faults(facts: Partial<ReadinessFacts>) {
  return readinessChecks({ ...ready, ...facts })
    .filter(({ state }) => state !== 'good')
    .map(({ title, state, result, advice }) => `${state}: ${title}. ${result} ${advice}`);
}

describe('the test of a device', () => {
  it('finds nothing wrong with a device that has everything', () => {
    expect(faults({})).toEqual([]);
    expect(readinessSummary(readinessChecks(ready))).toBe('This device is ready to work offline.');
  });

  it('says what to do if no worker answers', () => {
    expect(faults({ worker: null })).toEqual([
      'bad: App offline. The offline app didn’t respond. Reload this page once while you are connected.',
      'bad: Screens offline. Unknown: the offline app didn’t respond. Reload this page once while you are connected.',
    ]);
  });

  it('names missing files, and screens without contents', () => {
    expect(faults({ worker: { ...worker, missingFiles: 3 } })).toEqual([
      'bad: App offline. 3 of 140 files of the app are missing. Reload this page once while you are connected.',
    ]);
    const [fault] = faults({ worker: { ...worker, emptyScreens: ['shop', 'product'] } });
    expect(fault).toContain('Nothing saved for: Shop and a design. Press “Save them now”');
  });

  it('warns below 50 MB of free space, and calls unprotected storage a note', () => {
    const space = (usage: number) =>
      faults({ storage: { ...ready.storage, usage, quota: 100_000_000 } });
    expect(space(50_000_000)).toEqual([]);
    expect(space(50_000_001)[0]).toMatch(/^bad: Space\. Only 50\u00a0MB left\./);
    const [note] = faults({ storage: { ...ready.storage, isPersisted: false } });
    expect(note).toMatch(/^note: Saved data\. Not protected/);
    expect(faults({ trouble: 'blocked' })[0]).toMatch(/^bad: Saved data\. This browser saves/);
  });

  it('calls unknown what the browser does not say, and promises no more than that', () => {
    const silent = { storage: noAnswer };
    expect(faults(silent)).toEqual([
      'unknown: Space. Your browser doesn’t say. If something can’t be saved, the shop says so then.',
      'unknown: Saved data. Your browser doesn’t say. It may clear what is saved here when this device runs out of space. Install the app if you can, and open it now and then.',
    ]);
    expect(readinessSummary(readinessChecks({ ...ready, ...silent }))).toBe(
      'This device is ready to work offline, as far as your browser says.',
    );
    expect(readinessReport({ ...ready, ...silent }, 'shop.test', 'Browser/1')).toContain(
      'Unknown: Space. Your browser doesn’t say.',
    );
    const some = { ...noAnswer, isPersisted: false, usage: 6_200_000 };
    expect(faults({ storage: some }).map((fault) => fault.slice(0, 20))).toEqual([
      'unknown: Space. 6.2\u00a0',
      'note: Saved data. No',
    ]);
  });

  it('calls waiting changes a problem only while the shop can be reached', () => {
    expect(faults({ waiting: 1 })[0]).toBe(
      'bad: Your changes. 1 change waiting to be sent. Press “Send now” above, then test again.',
    );
    const offline = faults({ waiting: 2, isReached: false });
    expect(offline.map((fault) => fault.slice(0, 25))).toEqual([
      'note: Your changes. 2 cha',
      'note: Shop. Could not be ',
    ]);
    expect(faults({ refused: 2 })[0]).toMatch(/^bad: Your changes\. The shop refused 2 changes/);
  });

  it('makes a report of figures, the browser and the build', () => {
    expect(readinessReport({ ...ready, isReached: false }, 'shop.test', 'Browser/1')).toBe(
      [
        'Offline test of shop.test, 2026-03-01T10:00:00.000Z',
        'App 3f2a91c0, installed',
        'Browser/1',
        'OK: App offline. All 140 files are on this device. The shop opened in 12 ms.',
        'OK: Screens offline. Every screen works offline: 112 designs and 112 pictures are saved.',
        'OK: Space. 6.2\u00a0MB of up to 12\u00a0GB',
        'OK: Saved data. Protected: kept until you clear it.',
        'OK: Your changes. None is waiting to be sent.',
        'Note: Shop. Could not be reached.',
      ].join('\n'),
    );
  });
});
