import type { RefusedOp } from '#offline/outbox/rows.ts';
import type { DeviceViews } from '#offline/views/device-views.ts';
import type { Engines } from './account-engine.ts';
import type { DeviceParts } from './engine-parts.ts';
import { type ShownEngine, showEngine } from './shown-engine.ts';
import type { AccountEngine } from './sync-engine.ts';

/** Events that an engine reports to its page. */
export interface EngineEvents {
  /** A visitor's lines were merged into the account's cart and wishlist. */
  readonly merged: (count: number) => void;
  /** The server refused an op; its list's view keeps listing it. */
  readonly refused: (op: RefusedOp) => void;
}

/** The engine of whoever is signed in on this page. */
export interface CurrentEngine {
  /** The account whose rows are shown; null: the visitor's. */
  accountId(): string | null;
  /** Loads the code that opens databases, on first use. A chunk that failed to load may load on the next call. */
  engines(): Promise<Engines>;
  /** Opens the rows of the signed-in account, or the visitor, and shows them; again if they were closed meanwhile. */
  open(): Promise<AccountEngine>;
}

export function createCurrentEngine(
  parts: DeviceParts,
  views: DeviceViews,
  { merged, refused }: EngineEvents,
): CurrentEngine {
  let accountId = parts.accountId();
  let engine: Promise<AccountEngine> | null = null;
  let running: AccountEngine | null = null;
  let shown: ShownEngine | null = null;
  let engines: Promise<Engines> | null = null;

  function loadEngines(): Promise<Engines> {
    engines ??= import('./account-engine.ts').then((loaded) => loaded.createEngines(parts));
    return engines.catch((error: unknown) => {
      engines = null;
      throw error;
    });
  }

  async function start(): Promise<AccountEngine> {
    const id = accountId;
    const [engines] = await Promise.all([loadEngines(), parts.session.whenKnown()]);
    if (parts.accountId() !== id) return open();
    const opened = await engines.open(id);
    if (id !== accountId) {
      opened.close();
      return open();
    }
    running = opened;
    const isShown = () => running === opened;
    shown = showEngine(opened, { views, clock: parts.clock, isShown, onRefused: refused });
    const noteMerge = (count: number) => {
      if (count > 0 && isShown()) merged(count);
    };
    noteMerge(opened.addedFromVisitor);
    opened.lateMerge?.added
      .then((count) => {
        noteMerge(count);
        return opened.sync();
      })
      // Sent with the next change.
      .catch(() => {});
    void shown.syncFirst();
    // Its rows would be shown as they were until the next change.
    opened.store.onUpgrade(() => void open().catch(() => {}));
    return opened;
  }

  /** Before other rows are opened. */
  function leave(current: string | null): void {
    shown?.stop();
    running?.close();
    shown = null;
    running = null;
    engine = null;
    if (current !== accountId) views.clear(current);
    accountId = current;
  }

  function open(): Promise<AccountEngine> {
    const current = parts.accountId();
    if (current !== accountId || running?.store.isOpen() === false) leave(current);
    if (!engine) {
      const starting = start();
      engine = starting;
      // A chunk that failed to load may load on the next call.
      starting.catch(() => {
        if (engine !== starting) return;
        engine = null;
        views.showUnanswered();
      });
    }
    return engine;
  }

  return { accountId: () => accountId, engines: loadEngines, open };
}
