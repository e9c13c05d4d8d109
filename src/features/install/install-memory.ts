import { createStore } from 'zustand/vanilla';
import { limits } from '#contract/wire/limits.ts';

/** What this browser remembers of its visits to the shop. */
export interface InstallMemory {
  readonly visits: number;
  /** Milliseconds since 1970 when a page of the shop was last opened. */
  readonly seenAt: number;
  readonly hasOrdered: boolean;
  /** The hint was put away, or the app installed: it doesn't come again. */
  readonly isDone: boolean;
}

const key = 'install';

export const noMemory: InstallMemory = { visits: 0, seenAt: 0, hasOrdered: false, isDone: false };

/** Reads what was remembered; what can't be read is a first visit. */
export function parseMemory(text: string | null): InstallMemory {
  try {
    const saved: unknown = JSON.parse(text ?? '');
    if (typeof saved !== 'object' || saved === null) return noMemory;
    const { visits, seenAt, hasOrdered, isDone } = saved as Partial<InstallMemory>;
    if (!Number.isSafeInteger(visits) || !Number.isFinite(seenAt)) return noMemory;
    return {
      visits: visits ?? 0,
      seenAt: seenAt ?? 0,
      hasOrdered: hasOrdered === true,
      isDone: isDone === true,
    };
  } catch {
    return noMemory;
  }
}

/** The memory after a page was opened at `now` (ms since 1970): a visit of its own after a pause. */
export function withPage(memory: InstallMemory, now: number): InstallMemory {
  const isVisit = Math.abs(now - memory.seenAt) >= limits.visitPauseMs;
  return { ...memory, visits: memory.visits + (isVisit ? 1 : 0), seenAt: now };
}

/** After the second visit or the first order, until it is put away. */
export function isHintDue({ visits, hasOrdered, isDone }: InstallMemory): boolean {
  return !isDone && (visits >= 2 || hasOrdered);
}

export const installMemory = createStore<InstallMemory>(() => noMemory);

/** Writes a change into what is remembered by now, maybe by another tab. */
function remember(change: (memory: InstallMemory) => InstallMemory): void {
  try {
    const memory = change(parseMemory(localStorage.getItem(key)));
    localStorage.setItem(key, JSON.stringify(memory));
    installMemory.setState(memory);
  } catch {
    // A browser that keeps nothing would hint at each visit: it does at none.
    installMemory.setState({ isDone: true });
  }
}

export const notePage = (now: number): void => remember((memory) => withPage(memory, now));
export const noteOrder = (): void => remember((memory) => ({ ...memory, hasOrdered: true }));
export const putHintAway = (): void => remember((memory) => ({ ...memory, isDone: true }));
