import { messages } from '#contract/messages/messages.ts';
import type { FileDraft } from '#offline/files/file-draft.ts';
import { type FileSlots, openSlots, removeBoth } from '#offline/files/file-slots.ts';
import { type DownloadProblem, NoRoom, noRoom, problemOf } from './download-problem.ts';
import { type DownloadView, isOtherText, noDownload, stillView } from './download-view.ts';
import { DownloadFailed, progressOf } from './fetch-file.ts';
import { ageProblem, type FetchNewestParts, fetchNewest } from './fetch-newest.ts';

/** What downloads depend on; the page passes in the real parts, a test its own. */
export interface DownloadsParts extends Pick<FetchNewestParts, 'clock' | 'isReached'> {
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
  /** Delivers a complete file to the buyer; see `deliverFile`. */
  readonly deliverFile: (blob: Blob, fileName: string) => Promise<'given' | 'needs-tap'>;
}

/** `needs-tap`: complete, but the system requires a press to save it. `cancelled`: by the buyer, here or elsewhere. */
export type DownloadOutcome = 'given' | 'needs-tap' | 'cancelled';

/** How long a delivered file's bytes stay: the browser may read them only after the click. */
export const deliveredMs = 60_000;

interface Run {
  readonly controller: AbortController;
  isToSave: boolean;
  isToStore: boolean;
  /** Storing without delivering also resolves to `given`. */
  done: Promise<DownloadOutcome>;
}

/** The download of one file: what its buttons show, and what runs. */
export class FileDownload {
  readonly #link: string;
  readonly #parts: DownloadsParts;
  readonly #listeners = new Set<() => void>();
  #view = noDownload;
  #run: Run | null = null;
  /** Set only if the device couldn't store it: the bytes live as long as the page. */
  #inMemory: FileSlots | null = null;
  /** Complete, waiting for a tap. */
  #ready: File | null = null;
  /** The account was left. */
  #isLeft = false;

  constructor(link: string, parts: DownloadsParts) {
    this.#link = link;
    this.#parts = parts;
  }

  get view(): DownloadView {
    return this.#view;
  }

  get isWatched(): boolean {
    return this.#listeners.size > 0;
  }

  /** Calls back after each change of the view; the first watcher reads what is on the device. */
  watch(listener: () => void): () => void {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.look();
    return () => this.#listeners.delete(listener);
  }

  /** Reads what is on the device, unless more is known here. */
  look(): void {
    // A draft that can't be read counts as missing.
    this.#look().catch(() => {});
  }

  async download(name: string, { toStore } = { toStore: false }): Promise<DownloadOutcome> {
    if (!this.#ready) return this.#start(name, { toSave: true, toStore });
    try {
      const isGiven = (await this.#parts.deliverFile(this.#ready, this.#ready.name)) === 'given';
      if (!isGiven) return 'needs-tap';
    } catch {
      // Another tab has deleted its bytes from the device meanwhile.
      this.#ready = null;
      return this.#start(name, { toSave: true, toStore });
    }
    this.#ready = null;
    this.#show({ phase: 'idle' });
    this.#forgetSoon(false);
    return 'given';
  }

  store(name: string): Promise<DownloadOutcome> {
    return this.#start(name, { toSave: false, toStore: true });
  }

  async unstore(): Promise<void> {
    if (!this.#run?.isToSave) return this.drop();
    this.#run.isToStore = false;
    this.#show({ isStored: false });
  }

  /** Stops storing; the part that arrived stays. A download to be saved continues. */
  async pause(): Promise<void> {
    const run = this.#run;
    if (!run || run.isToSave) return;
    run.controller.abort();
    await run.done;
    const { draft } = await this.#open();
    this.#show({ ...stillView(draft), isStored: draft.state()?.isToStore ?? false });
  }

  /** Stops, and deletes what arrived. `keepsStored`: not a whole file that is to stay on this device. */
  async drop({ keepsStored } = { keepsStored: false }): Promise<void> {
    const run = this.#run;
    run?.controller.abort();
    await run?.done;
    this.#ready = null;
    this.#inMemory = null;
    await this.#lock(async () => {
      const slots = await this.#open();
      const still = stillView(slots.draft);
      const isKept = keepsStored && this.#view.isStored && still.isHere === true;
      await (isKept ? slots.spare.remove() : removeBoth(slots));
      this.#show({ ...noDownload, ...(isKept && { ...still, isStored: true }) });
    });
  }

  /** Stops and shows nothing any more. */
  leave(): void {
    this.#isLeft = true;
    this.#inMemory = null;
    this.#run?.controller.abort();
    this.#listeners.clear();
  }

  #show(change: Partial<DownloadView>): void {
    this.#view = { ...this.#view, ...change };
    for (const tell of this.#listeners) tell();
  }

  /** The file of the signed-in account, and the place of its successor. */
  async #open(): Promise<FileSlots> {
    if (this.#inMemory) return this.#inMemory;
    const { accountId, openDraft } = this.#parts;
    const id = accountId();
    if (id === null) throw new DownloadFailed(messages.downloads.signedOut);
    return openSlots((key) => openDraft(id, key), keyOf(this.#link));
  }

  #lock<T>(task: () => Promise<T>, run?: Run): Promise<T> {
    const signal = run?.controller.signal ?? new AbortController().signal;
    const onBusy = () => this.#show({ waitsFor: 'tab' });
    const name = `bought-file ${this.#parts.accountId()} ${keyOf(this.#link)}`;
    return this.#parts.lock(name, signal, run ? onBusy : () => {}, task);
  }

  async #look(): Promise<void> {
    if (this.#run || this.#ready || this.#inMemory) return;
    const { draft } = await this.#open();
    if (this.#run || this.#isLeft) return;
    const { checkedAt, isToStore } = draft.state() ?? { checkedAt: null, isToStore: false };
    this.#show({ ...stillView(draft), isStored: isToStore, problem: null });
    if (checkedAt !== null && !isToStore) await this.#forgetDelivered(false);
  }

  #start(name: string, wish: { toSave: boolean; toStore: boolean }): Promise<DownloadOutcome> {
    const running = this.#run;
    if (running) {
      running.isToSave ||= wish.toSave;
      running.isToStore ||= wish.toStore;
      this.#show({ isStored: running.isToStore });
      return running.done;
    }
    const run: Run = {
      controller: new AbortController(),
      isToSave: wish.toSave,
      isToStore: wish.toStore || this.#view.isStored,
      done: Promise.resolve('cancelled'),
    };
    this.#run = run;
    this.#show({ phase: 'running', waitsFor: null, problem: null, isStored: run.isToStore });
    run.done = this.#lock(() => this.#fetchAndGive(name, run), run).catch((error: unknown) =>
      this.#endBadly(name, run, error),
    );
    return run.done;
  }

  async #fetchAndGive(name: string, run: Run): Promise<DownloadOutcome> {
    const { signal } = run.controller;
    const slots = await this.#open();
    signal.throwIfAborted();
    this.#show({ ...progressOf(slots.draft), waitsFor: null });
    const { draft, note } = await this.#fetch(name, slots, run);
    signal.throwIfAborted();
    // Marks the file as just fetched, so that the cleanup of delivered files doesn't delete it.
    await draft.note({ isToStore: run.isToStore, checkedAt: this.#parts.clock.now() });
    const isLost = run.isToStore && draft.place() !== 'device';
    if (isLost && !run.isToSave) throw noRoom(draft, name);
    const problem = isLost ? problemOf(name, true, noRoom(draft, name)) : note;
    const isStored = run.isToStore && !isLost;
    if (!run.isToSave) {
      this.#run = null;
      this.#show({ ...stillView(draft), isStored, problem });
      return 'given';
    }
    // Under the name of its bytes: the shop may call it something else by now.
    const { mediaType = '', name: storedName = name } = draft.state() ?? {};
    const file = new File([...draft.parts()], storedName, { type: mediaType });
    const isGiven = (await this.#parts.deliverFile(file, storedName)) === 'given';
    this.#run = null;
    // The browser has its bytes now, or `ready` holds them.
    this.#inMemory = null;
    this.#ready = isGiven ? null : file;
    this.#show({ ...stillView(draft), isStored, problem, ...(!isGiven && { phase: 'ready' }) });
    if (isGiven) this.#forgetSoon(draft.place() !== 'device');
    return isGiven ? 'given' : 'needs-tap';
  }

  /** Returns the file that is here now, and what to say about it. */
  async #fetch(
    name: string,
    slots: FileSlots,
    run: Run,
  ): Promise<{ readonly draft: FileDraft; readonly note: DownloadProblem | null }> {
    const { clock, ask, isReached } = this.#parts;
    const { signal } = run.controller;
    let here = slots;
    const parts: FetchNewestParts = {
      ...slots,
      name,
      clock,
      isReached,
      ask: (headers, attempt) => ask(this.#link, headers, attempt),
      onProgress: ({ reached, total, waitsFor }) => {
        if (signal.aborted) return;
        // Don't fill the device for a file that can't be stored anyway: cart and orders need the room.
        if (!run.isToSave && slots.draft.place() !== 'device') throw noRoom(slots.draft, name);
        const change = { reached, total, waitsFor };
        if (isOtherText(this.#view, change)) this.#show(change);
      },
    };
    try {
      const { age, ...now } = await fetchNewest(parts, signal);
      here = now;
      return { draft: here.draft, note: ageProblem(here.draft, age, run) };
    } finally {
      this.#inMemory = here.draft.place() === 'device' ? null : here;
    }
  }

  async #endBadly(name: string, run: Run, error: unknown): Promise<DownloadOutcome> {
    if (this.#run === run) this.#run = null;
    if (run.controller.signal.aborted) return 'cancelled';
    const hasNoRoom = error instanceof NoRoom;
    if (hasNoRoom) this.#inMemory = null;
    const { draft = null } = (await this.#open().catch(() => null)) ?? {};
    // A file that is whole on the device stays: only a note about it had no room.
    if (hasNoRoom && draft?.state()?.checkedAt === null) await draft.remove();
    const isStored = draft?.state()?.isToStore ?? false;
    const still = draft ? stillView(draft) : noDownload;
    this.#show({ ...still, isStored, problem: problemOf(name, run.isToSave, error) });
    if (run.isToSave) throw error;
    return 'cancelled';
  }

  #forgetSoon(isPartOnly: boolean): void {
    this.#parts.clock.after(deliveredMs, () => {
      // If it can't be deleted now, it will be the next time its button is shown.
      this.#forgetDelivered(isPartOnly).catch(() => {});
    });
  }

  /** Deletes a delivered file from the device, unless it was fetched again since. */
  async #forgetDelivered(isPartOnly: boolean): Promise<void> {
    if (this.#isLeft) return;
    await this.#lock(async () => {
      if (this.#run) return;
      const slots = await this.#open();
      const state = slots.draft.state();
      if (!state || state.isToStore) return;
      const { checkedAt } = state;
      const age = this.#parts.clock.now() - (checkedAt ?? 0);
      const isOver = checkedAt === null ? isPartOnly : age >= deliveredMs;
      if (isOver) await removeBoth(slots);
    });
  }
}

/** `/api/orders/a/items/b/download/0` → `api-orders-a-items-b-download-0`, a valid folder name. */
export function keyOf(link: string): string {
  return link.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '');
}
