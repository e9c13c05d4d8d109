import type { Order } from '#contract/shop/order.ts';
import type { Clock } from '#offline/sending/drainer.ts';
import type { DownloadFile } from './download-view.ts';
import { type Downloads, keyOf } from './downloads.ts';

/** What carries the files: `unknown` where the browser doesn't say. */
export type Line = 'wifi' | 'other' | 'unknown';

/** What storing stands on; the page brings the real ones, a test its own. */
export interface BoughtStoreParts {
  /** The account's saved orders. */
  readonly orders: () => Promise<readonly Order[]>;
  /** Keys of the files that are stored already. */
  readonly storedKeys: () => Promise<ReadonlySet<string>>;
  /** Links that the buyer took off this device again; null: nothing is stored by itself. */
  readonly leftOut: () => Promise<readonly string[] | null>;
  readonly downloads: Pick<Downloads, 'keep' | 'pause' | 'view' | 'watch'>;
  readonly line: () => Line;
  /** Bytes that the browser has room for; null: it doesn't say. */
  readonly room: () => Promise<number | null>;
  /** Runs `task` in one tab at a time; `onBusy` is called where another one runs it. @throws when `signal` ends the wait */
  readonly lock: <T>(signal: AbortSignal, onBusy: () => void, task: () => Promise<T>) => Promise<T>;
  readonly clock: Pick<Clock, 'now'>;
}

/** How far this device is with an account's bought files. */
export interface BoughtStoreView {
  /** `elsewhere`: another tab stores them. */
  readonly phase: 'idle' | 'running' | 'elsewhere';
  readonly files: number;
  readonly stored: number;
  /** Of all files, as the orders say. */
  readonly bytes: number;
  readonly storedBytes: number;
  /** Name of the file that is being stored. */
  readonly current: string | null;
  /** Why it ended early, for the buyer; empty: it didn't. */
  readonly problem: string;
}

export const nothingBought: BoughtStoreView = {
  phase: 'idle',
  files: 0,
  stored: 0,
  bytes: 0,
  storedBytes: 0,
  current: null,
  problem: '',
};

/** Stores an account's bought files one after the other. */
export interface BoughtStore {
  view(): BoughtStoreView;
  watch(listener: () => void): () => void;
  /** Counts again what is stored. */
  look(): Promise<void>;
  /** Stores what is missing: on a press on any line, by itself on Wi-Fi where the buyer chose so. Joins a run. */
  run(isPressed: boolean): Promise<void>;
  /** What was begun by itself ends without Wi-Fi, and goes on with it. */
  lineChanged(): void;
  /** The current file goes on from here the next time. */
  stop(): Promise<void>;
}

/** Where a file could not be stored it isn't tried again by itself so soon, in ms. */
const pauseMs = 60_000;
/** After so many failures in a row no further file is asked for. */
const mostFailures = 3;

interface Run {
  readonly done: Promise<void>;
  readonly stop: AbortController;
  readonly isPressed: boolean;
}

interface BoughtFile extends DownloadFile {
  readonly bytes: number;
}

/** One file or ZIP for each design that was paid for, newest order first. */
export function boughtFiles(orders: readonly Order[]): readonly BoughtFile[] {
  const items = orders.flatMap((order) => order.items);
  return items
    .filter(({ downloadLink }) => downloadLink !== '')
    .map(({ downloadLink, fileName, files }) => ({
      link: downloadLink,
      name: fileName,
      bytes: files.reduce((sum, file) => sum + file.bytes, 0),
    }));
}

export function createBoughtStore(parts: BoughtStoreParts): BoughtStore {
  const { downloads, clock } = parts;
  const listeners = new Set<() => void>();
  let view = nothingBought;
  let running: Run | null = null;
  let current: DownloadFile | null = null;
  let failedAt = Number.NEGATIVE_INFINITY;

  function show(change: Partial<BoughtStoreView>): void {
    view = { ...view, ...change };
    for (const listener of listeners) listener();
  }

  /** What is still to be stored. */
  async function count(leftOut: readonly string[]): Promise<readonly BoughtFile[]> {
    const all = boughtFiles(await parts.orders());
    const keys = await parts.storedKeys();
    const stored = all.filter(({ link }) => keys.has(keyOf(link)));
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
    // What a buyer presses for is meant for all.
    const missing = await count(isPressed ? [] : (leftOut ?? []));
    let failures = 0;
    for (const file of missing) {
      if (signal.aborted || (!isPressed && parts.line() !== 'wifi')) return;
      const room = await parts.room();
      if (room !== null && room < file.bytes) {
        return fail(`Not enough space on this device for ${file.name}. Files stored so far stay.`);
      }
      current = file;
      show({ phase: 'running', current: file.name });
      const before = view.storedBytes;
      const stopWatching = downloads.watch(file.link, () =>
        show({ storedBytes: before + downloads.view(file.link).reached }),
      );
      await downloads.keep(file).finally(stopWatching);
      current = null;
      const { isHere, problem } = downloads.view(file.link);
      if (signal.aborted) return;
      if (!isHere) {
        fail(problem?.text ?? '');
        failures += 1;
        // Only what is wrong with this file alone leaves hope for the next.
        if (!problem?.isForStudio || failures === mostFailures) return;
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
    // A wait that was stopped, or a device that can't be read: counted as it is.
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
