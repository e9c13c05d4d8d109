import { createStore } from 'zustand/vanilla';
import { limits } from '#contract/wire/limits.ts';

/** What this browser remembers about its visits to the shop. */
export interface InstallMemory {
  readonly visits: number;
  /** When a page of the shop was last opened, in ms since 1970. */
  readonly seenAt: number;
  readonly hasOrdered: boolean;
  /** The hint was dismissed or the app installed: it isn't shown again. */
  readonly isDone: boolean;
}

const key = 'install';

export const noMemory: InstallMemory = { visits: 0, seenAt: 0, hasOrdered: false, isDone: false };

/** Parses the stored memory; counts as a first visit if it can't be parsed. */
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

/** The memory after a page was opened at `now` (ms since 1970); after a pause it counts as a new visit. */
export function withPage(memory: InstallMemory, now: number): InstallMemory {
  const isVisit = Math.abs(now - memory.seenAt) >= limits.visitPauseMs;
  return { ...memory, visits: memory.visits + (isVisit ? 1 : 0), seenAt: now };
}

/** Due after the second visit or the first order, until dismissed. */
export function isHintDue({ visits, hasOrdered, isDone }: InstallMemory): boolean {
  return !isDone && (visits >= 2 || hasOrdered);
}

export const installMemory = createStore<InstallMemory>(() => noMemory);

/** Applies a change to what is stored now, because another tab may have changed it. */
function remember(change: (memory: InstallMemory) => InstallMemory): void {
  try {
    const memory = change(parseMemory(localStorage.getItem(key)));
    localStorage.setItem(key, JSON.stringify(memory));
    installMemory.setState(memory);
  } catch {
    // A browser without storage would show the hint on every visit; there it is never shown.
    installMemory.setState({ isDone: true });
  }
}

export const notePage = (now: number): void => remember((memory) => withPage(memory, now));
export const noteOrder = (): void => remember((memory) => ({ ...memory, hasOrdered: true }));
export const putHintAway = (): void => remember((memory) => ({ ...memory, isDone: true }));
