import { messages } from '#contract/messages/messages.ts';
import type { FileDraft } from '#offline/files/file-draft.ts';
import type { Clock } from '#offline/sending/drainer.ts';
import { NoRoom, noRoom, problemOf } from './download-problem.ts';
import {
  type DownloadFile,
  type DownloadView,
  isOtherText,
  noDownload,
  stillView,
} from './download-view.ts';
import { DownloadFailed, fetchFile, progressOf } from './fetch-file.ts';

/** What downloads depend on; the page passes in the real parts, a test its own. */
export interface DownloadsParts {
  readonly accountId: () => string | null;
  readonly openDraft: (accountId: string, key: string) => Promise<FileDraft>;
  readonly ask: (
    link: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ) => Promise<Response>;
  /** As in `withFileLock`. */
  readonly lock: <T>(
    name: string,
    signal: AbortSignal,
    onBusy: () => void,
    task: () => Promise<T>,
  ) => Promise<T>;
  /** Delivers a complete file to the buyer; see `handOver`. */
  readonly handOver: (blob: Blob, fileName: string) => Promise<'given' | 'needs-tap'>;
  readonly clock: Clock;
}

/** The downloads of this page; they continue while their buttons mount and unmount. */
export interface Downloads {
  view(link: string): DownloadView;
  /** Calls back after each change of the view; the first watcher of a link reads what is on the device. */
  watch(link: string, listener: () => void): () => void;
  /** Reads again what is on the device, because another tab may have changed it. */
  lookAgain(): void;
  /** Fetches the file, or reads it from the device, and delivers it to the buyer. @throws if it can't be had complete */
  download(file: DownloadFile): Promise<DownloadOutcome>;
  /** Stores the file on this device, fetching it if necessary. Problems are shown in the view. */
  keep(file: DownloadFile): Promise<void>;
  /** Removes a stored file from this device. */
  unkeep(file: DownloadFile): Promise<void>;
  /** Stops storing a file; the part that arrived stays, for resuming. A download to be saved continues. */
  pause(file: DownloadFile): Promise<void>;
  /** Cancels a download and deletes the part that arrived. */
  cancel(file: DownloadFile): Promise<void>;
  /** Stops and forgets everything, because the account was left. */
  leave(): void;
}

/** `needs-tap`: complete, but the system requires a press to save it. `cancelled`: by the buyer, here or elsewhere. */
export type DownloadOutcome = 'given' | 'needs-tap' | 'cancelled';

/** How long a delivered file's bytes stay: the browser may read them only after the click. */
export const handedMs = 60_000;

interface Run {
  readonly controller: AbortController;
  isToSave: boolean;
  isToKeep: boolean;
  /** Storing without delivering also resolves to `given`. */
  done: Promise<DownloadOutcome>;
}

interface Entry {
  view: DownloadView;
  readonly listeners: Set<() => void>;
  run: Run | null;
  /** Set only if the device couldn't store it: the bytes live as long as the page. */
  held: FileDraft | null;
  /** Complete, waiting for a tap. */
  ready: Blob | null;
}

export function createDownloads(parts: DownloadsParts): Downloads {
  const entries = new Map<string, Entry>();
  const { clock } = parts;

  function entryOf(link: string): Entry {
    let entry = entries.get(link);
    if (!entry) {
      entry = { view: noDownload, listeners: new Set(), run: null, held: null, ready: null };
      entries.set(link, entry);
    }
    return entry;
  }

  function show(entry: Entry, change: Partial<DownloadView>): void {
    entry.view = { ...entry.view, ...change };
    for (const tell of entry.listeners) tell();
  }

  /** The draft of a file for the signed-in account. */
  async function open(link: string): Promise<FileDraft> {
    const held = entries.get(link)?.held;
    if (held) return held;
    const accountId = parts.accountId();
    if (accountId === null) throw new DownloadFailed(messages.downloads.signedOut);
    return parts.openDraft(accountId, keyOf(link));
  }

  function hold<T>(link: string, task: () => Promise<T>, run?: Run): Promise<T> {
    const signal = run?.controller.signal ?? new AbortController().signal;
    const onBusy = () => show(entryOf(link), { waitsFor: 'tab' });
    const name = `bought-file ${parts.accountId()} ${keyOf(link)}`;
    return parts.lock(name, signal, run ? onBusy : () => {}, task);
  }

  async function look(link: string): Promise<void> {
    const entry = entries.get(link);
    if (!entry || entry.run || entry.ready || entry.held) return;
    const draft = await open(link);
    if (entry.run || entries.get(link) !== entry) return;
    const { checkedAt, isKept } = draft.state() ?? { checkedAt: null, isKept: false };
    show(entry, { ...stillView(draft), isKept, problem: null });
    if (checkedAt !== null && !isKept) await forgetHanded(link, false);
  }

  /** Deletes a delivered file from the device, unless it was fetched again since. */
  async function forgetHanded(link: string, isPartOnly: boolean): Promise<void> {
    await hold(link, async () => {
      if (entries.get(link)?.run) return;
      const draft = await open(link);
      const state = draft.state();
      if (!state || state.isKept) return;
      const { checkedAt } = state;
      const isOver = checkedAt === null ? isPartOnly : clock.now() - checkedAt >= handedMs;
      if (isOver) await draft.remove();
    });
  }

  function start(
    file: DownloadFile,
    wish: { toSave: boolean; toKeep: boolean },
  ): Promise<DownloadOutcome> {
    const entry = entryOf(file.link);
    const running = entry.run;
    if (running) {
      running.isToSave ||= wish.toSave;
      running.isToKeep ||= wish.toKeep;
      show(entry, { isKept: running.isToKeep });
      return running.done;
    }
    const run: Run = {
      controller: new AbortController(),
      isToSave: wish.toSave,
      isToKeep: wish.toKeep || entry.view.isKept,
      done: Promise.resolve('cancelled'),
    };
    entry.run = run;
    show(entry, { phase: 'running', waitsFor: null, problem: null, isKept: run.isToKeep });
    run.done = hold(file.link, () => fetchAndGive(file, entry, run), run).catch((error: unknown) =>
      endBadly(file, entry, run, error),
    );
    return run.done;
  }

  async function fetchAndGive(
    file: DownloadFile,
    entry: Entry,
    run: Run,
  ): Promise<DownloadOutcome> {
    const { signal } = run.controller;
    const draft = await open(file.link);
    signal.throwIfAborted();
    show(entry, { ...progressOf(draft), waitsFor: null });
    const fetching = fetchFile(
      {
        name: file.name,
        draft,
        clock,
        ask: (headers, attempt) => parts.ask(file.link, headers, attempt),
        onProgress({ reached, total, isWaiting }) {
          if (signal.aborted) return;
          // Don't fill the device for a file that can't be stored anyway: cart and orders need the room.
          if (!run.isToSave && draft.place() !== 'device') throw noRoom(draft, file.name);
          const change = { reached, total, waitsFor: isWaiting ? 'network' : null } as const;
          if (isOtherText(entry.view, change)) show(entry, change);
        },
      },
      signal,
    );
    await fetching.finally(() => {
      entry.held = draft.place() === 'device' ? null : draft;
    });
    signal.throwIfAborted();
    // Marks the file as just fetched, so that the cleanup of delivered files doesn't delete it.
    await draft.note({ isKept: run.isToKeep, checkedAt: clock.now() });
    const isLost = run.isToKeep && draft.place() !== 'device';
    if (isLost && !run.isToSave) throw noRoom(draft, file.name);
    const problem = isLost ? problemOf(file.name, true, noRoom(draft, file.name)) : null;
    const isKept = run.isToKeep && !isLost;
    if (!run.isToSave) {
      entry.run = null;
      show(entry, { ...stillView(draft), isKept, problem });
      return 'given';
    }
    const blob = new Blob([...draft.parts()], { type: draft.state()?.mediaType ?? '' });
    const isGiven = (await parts.handOver(blob, file.name)) === 'given';
    entry.run = null;
    // The browser has its bytes now, or `ready` holds them.
    entry.held = null;
    entry.ready = isGiven ? null : blob;
    show(entry, { ...stillView(draft), isKept, problem, ...(!isGiven && { phase: 'ready' }) });
    if (isGiven) forgetSoon(file.link, draft.place() !== 'device');
    return isGiven ? 'given' : 'needs-tap';
  }

  function forgetSoon(link: string, isPartOnly: boolean): void {
    clock.after(handedMs, () => {
      // If it can't be deleted now, it will be the next time its button is shown.
      forgetHanded(link, isPartOnly).catch(() => {});
    });
  }

  async function endBadly(
    file: DownloadFile,
    entry: Entry,
    run: Run,
    error: unknown,
  ): Promise<DownloadOutcome> {
    if (entry.run === run) entry.run = null;
    if (run.controller.signal.aborted) return 'cancelled';
    const draft = await open(file.link).catch(() => null);
    if (error instanceof NoRoom) await draft?.remove();
    const isKept = draft?.state()?.isKept ?? false;
    const still = draft ? stillView(draft) : noDownload;
    show(entry, { ...still, isKept, problem: problemOf(file.name, run.isToSave, error) });
    if (run.isToSave) throw error;
    return 'cancelled';
  }

  return {
    view: (link) => entries.get(link)?.view ?? noDownload,
    watch(link, listener) {
      const { listeners } = entryOf(link);
      listeners.add(listener);
      // A draft that can't be read counts as missing.
      if (listeners.size === 1) look(link).catch(() => {});
      return () => listeners.delete(listener);
    },
    lookAgain() {
      for (const [link, { listeners }] of entries) {
        if (listeners.size > 0) look(link).catch(() => {});
      }
    },
    async download(file) {
      const entry = entryOf(file.link);
      if (!entry.ready) return start(file, { toSave: true, toKeep: false });
      const isGiven = (await parts.handOver(entry.ready, file.name)) === 'given';
      if (!isGiven) return 'needs-tap';
      entry.ready = null;
      show(entry, { phase: 'idle' });
      forgetSoon(file.link, false);
      return 'given';
    },
    async keep(file) {
      await start(file, { toSave: false, toKeep: true });
    },
    async unkeep(file) {
      const entry = entryOf(file.link);
      if (entry.run?.isToSave) {
        entry.run.isToKeep = false;
        show(entry, { isKept: false });
        return;
      }
      await drop(file, entry);
    },
    async pause(file) {
      const entry = entryOf(file.link);
      const { run } = entry;
      if (!run || run.isToSave) return;
      run.controller.abort();
      await run.done;
      show(entry, { ...stillView(await open(file.link)), isKept: false });
    },
    cancel: (file) => drop(file, entryOf(file.link)),
    leave() {
      for (const { run, listeners } of entries.values()) {
        run?.controller.abort();
        listeners.clear();
      }
      entries.clear();
    },
  };

  async function drop(file: DownloadFile, entry: Entry): Promise<void> {
    const { run } = entry;
    run?.controller.abort();
    await run?.done;
    entry.ready = null;
    await hold(file.link, async () => {
      await (await open(file.link)).remove();
    });
    entry.held = null;
    show(entry, noDownload);
  }
}

/** `/api/orders/a/items/b/download/0` → `api-orders-a-items-b-download-0`, a valid folder name. */
export function keyOf(link: string): string {
  return link.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '');
}
