import type { Order } from '#contract/shop/order.ts';
import type { Clock } from '#offline/sending/drainer.ts';
import type { DownloadFile } from './download-view.ts';
import type { Downloads } from './downloads.ts';
import { keyOf } from './file-download.ts';

/** The kind of network connection: `unknown` if the browser doesn't report it. */
export type Line = 'wifi' | 'other' | 'unknown';

/** What the store depends on; the page passes in the real parts, a test its own. */
export interface BoughtFileStorageParts {
  /** The account's saved orders. */
  readonly orders: () => Promise<readonly Order[]>;
  /** The digests of the files that are already stored, by their keys. */
  readonly storedDigests: () => Promise<ReadonlyMap<string, string>>;
  /** Links of the files the buyer removed from this device; null: automatic storing is off. */
  readonly leftOut: () => Promise<readonly string[] | null>;
  readonly downloads: Pick<Downloads, 'store' | 'pause' | 'view' | 'watch'>;
  readonly line: () => Line;
  /** Bytes of free space; null: the browser doesn't report it. */
  readonly room: () => Promise<number | null>;
  /** Runs `task` in one tab at a time; calls `onBusy` if another tab is running it. @throws if `signal` ends the wait */
  readonly lock: <T>(signal: AbortSignal, onBusy: () => void, task: () => Promise<T>) => Promise<T>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Progress of storing an account's bought files on this device. */
export interface BoughtFileStorageView {
  /** `elsewhere`: another tab is storing them. */
  readonly phase: 'idle' | 'running' | 'elsewhere';
  readonly files: number;
  readonly stored: number;
  /** Of all files, according to the orders. */
  readonly bytes: number;
  readonly storedBytes: number;
  /** Name of the file being stored. */
  readonly current: string | null;
  /** Why it stopped early, as a message for the buyer; empty: it didn't. */
  readonly problem: string;
}

export const nothingBought: BoughtFileStorageView = {
  phase: 'idle',
  files: 0,
  stored: 0,
  bytes: 0,
  storedBytes: 0,
  current: null,
  problem: '',
};

/** Stores an account's bought files, one after the other. */
export interface BoughtFileStorage {
  view(): BoughtFileStorageView;
  watch(listener: () => void): () => void;
  /** Counts the stored files again. */
  look(): Promise<void>;
  /** Stores the missing files: on a press over any connection; automatically only on Wi-Fi and if the buyer turned it on. Joins a run in progress. */
  run(isPressed: boolean): Promise<void>;
  /** Stops an automatic run when Wi-Fi is lost, and continues it when Wi-Fi is back. */
  lineChanged(): void;
  /** Stops; the current file continues from here next time. */
  stop(): Promise<void>;
}

/** How long to wait before automatically retrying after a failure, in ms. */
const pauseMs = 60_000;
/** Gives up after this many failures in a row. */
const maxFailures = 3;

interface Run {
  readonly done: Promise<void>;
  readonly stop: AbortController;
  readonly isPressed: boolean;
}

interface BoughtFile extends DownloadFile {
  readonly bytes: number;
  /** Undefined: not known. */
  readonly sha256: string | undefined;
}

/** One file or ZIP per design that was paid for, newest order first. */
export function boughtFiles(orders: readonly Order[]): readonly BoughtFile[] {
  const items = orders.flatMap((order) => order.items);
  return items
    .filter(({ downloadLink }) => downloadLink !== '')
    .map(({ downloadLink, fileName, files, sha256 }) => ({
      link: downloadLink,
      name: fileName,
      bytes: files.reduce((sum, file) => sum + file.bytes, 0),
      sha256,
    }));
}

export function createBoughtFileStorage(parts: BoughtFileStorageParts): BoughtFileStorage {
  const { downloads, clock } = parts;
  const listeners = new Set<() => void>();
  let view = nothingBought;
  let running: Run | null = null;
  let current: DownloadFile | null = null;
  let failedAt = Number.NEGATIVE_INFINITY;
  /** Links of files that couldn't be stored. */
  const failed = new Set<string>();

  function show(change: Partial<BoughtFileStorageView>): void {
    view = { ...view, ...change };
    for (const listener of listeners) listener();
  }

  /** Counts what is stored. Returns the files still to be stored. */
  async function count(leftOut: readonly string[]): Promise<readonly BoughtFile[]> {
    const all = boughtFiles(await parts.orders());
    const digests = await parts.storedDigests();
    // One that the studio replaced since is missing.
    const stored = all.filter(({ link, sha256 }) => {
      const here = digests.get(keyOf(link));
      return here !== undefined && here === (sha256 ?? here);
    });
    show({
      files: all.length,
      stored: stored.length,
      bytes: sumOf(all),
      storedBytes: sumOf(stored),
    });
    return all.filter((file) => !stored.includes(file) && !leftOut.includes(file.link));
  }

  async function storeAll(isPressed: boolean, signal: AbortSignal): Promise<void> {
    const leftOut = await parts.leftOut();
    if (leftOut === null && !isPressed) return;
    // A press stores all files, also those the buyer had removed.
    const missing = await count(isPressed ? [] : (leftOut ?? []));
    // One that failed, or that the shop can't give yet, comes last, so that the others don't wait for it.
    const hasFailed = ({ link }: BoughtFile) => failed.has(link);
    const queue = [...missing.filter((file) => !hasFailed(file)), ...missing.filter(hasFailed)];
    const postponed = new Set<BoughtFile>();
    let failures = 0;
    for (const file of queue) {
      if (signal.aborted || (!isPressed && parts.line() !== 'wifi')) return;
      const room = await parts.room();
      if (room !== null && room < file.bytes) {
        return fail(`Not enough space on this device for ${file.name}. Files stored so far stay.`);
      }
      current = file;
      show({ phase: 'running', current: file.name });
      const before = view.storedBytes;
      let isPostponed = false;
      const stopWatching = downloads.watch(file.link, () => {
        const { reached, waitsFor } = downloads.view(file.link);
        show({ storedBytes: before + reached });
        if (waitsFor !== 'shop' || postponed.has(file) || queue.at(-1) === file) return;
        isPostponed = true;
        postponed.add(file);
        queue.push(file);
        void downloads.pause(file);
      });
      const outcome = await downloads.store(file).finally(stopWatching);
      current = null;
      const { isHere, problem } = downloads.view(file.link);
      if (signal.aborted) return;
      if (isPostponed) {
        show({ storedBytes: before });
        continue;
      }
      // With a problem, or cancelled by the buyer, what is here is an older one.
      if (!isHere || problem || outcome === 'cancelled') {
        fail(problem?.text ?? '');
        failed.add(file.link);
        failures += 1;
        // Continues with the next file only if the problem is with this file alone.
        if (!problem?.isForStudio || failures === maxFailures) return;
        show({ storedBytes: before });
        continue;
      }
      failures = 0;
      show({ stored: view.stored + 1, storedBytes: before + file.bytes });
    }
  }

  function fail(problem: string): void {
    failedAt = clock.now();
    show({ problem });
  }

  async function end(): Promise<void> {
    running = null;
    show({ phase: 'idle', current: null });
    await count([]);
  }

  function run(isPressed: boolean): Promise<void> {
    if (running) return running.done;
    if (!isPressed) {
      const isTooSoon = Math.abs(clock.now() - failedAt) < pauseMs;
      if (isTooSoon || parts.line() !== 'wifi') return Promise.resolve();
    }
    const stopper = new AbortController();
    show({ problem: '' });
    const onBusy = () => show({ phase: 'elsewhere' });
    const storing = parts.lock(stopper.signal, onBusy, () => storeAll(isPressed, stopper.signal));
    // If the wait was stopped or the device can't be read, still counts what is there.
    const ended = storing.catch(() => {}).then(end);
    running = { done: ended.catch(() => {}), stop: stopper, isPressed };
    return running.done;
  }

  async function stop(): Promise<void> {
    running?.stop.abort();
    if (current) await downloads.pause(current);
    await running?.done;
  }

  return {
    view: () => view,
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async look() {
      if (!running) await count([]);
    },
    run,
    lineChanged() {
      if (parts.line() === 'wifi') void run(false);
      else if (running?.isPressed === false) void stop();
    },
    stop,
  };
}

function sumOf(files: readonly BoughtFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}
