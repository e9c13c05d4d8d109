import { limits } from '#contract/wire/limits.ts';

export type ToastType = 'blank' | 'error' | 'success' | 'loading' | 'custom';

export interface ToastAction {
  readonly label: string;
  readonly onPress: () => void;
}

export interface Toast {
  readonly id: string;
  readonly type: ToastType;
  readonly text: string;
  /** Additional text on a line of its own. */
  readonly detail: string | null;
  readonly action: ToastAction | null;
  /** Announced at once (assertive) or after what is being read (polite). */
  readonly urgency: 'polite' | 'assertive';
  /** Being dismissed; removed 1000 ms later. */
  readonly isLeaving: boolean;
}

export interface ToastOptions {
  /** A toast with the same id replaces the earlier one: a loading toast becomes its outcome. */
  readonly id?: string;
  readonly detail?: string | null;
  readonly action?: ToastAction;
  readonly urgency?: Toast['urgency'];
}

export interface ToastQueue {
  readonly get: () => readonly Toast[];
  readonly subscribe: (listener: () => void) => () => void;
  readonly show: (type: ToastType, text: string, options?: ToastOptions) => string;
  readonly dismiss: (id: string) => void;
}

/** The shop's toasts, newest first, with the specified durations and limits (U09, U10). */
export function createToastQueue(): ToastQueue {
  let toasts: readonly Toast[] = [];
  let lastId = 0;
  const listeners = new Set<() => void>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();

  function set(next: readonly Toast[]): void {
    toasts = next;
    for (const listener of listeners) listener();
  }

  function schedule(id: string, delayMs: number, step: () => void): void {
    clearTimeout(timers.get(id));
    if (Number.isFinite(delayMs)) timers.set(id, setTimeout(step, delayMs));
    else timers.delete(id);
  }

  function remove(id: string): void {
    clearTimeout(timers.get(id));
    timers.delete(id);
    set(toasts.filter((toast) => toast.id !== id));
  }

  function dismiss(id: string): void {
    if (!toasts.some((toast) => toast.id === id && !toast.isLeaving)) return;
    set(toasts.map((toast) => (toast.id === id ? { ...toast, isLeaving: true } : toast)));
    schedule(id, limits.toast.removeAfterMs, () => remove(id));
  }

  return {
    get: () => toasts,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dismiss,
    show(type, text, options = {}) {
      lastId += 1;
      const id = options.id ?? String(lastId);
      const toast: Toast = {
        id,
        type,
        text,
        detail: options.detail ?? null,
        action: options.action ?? null,
        urgency: options.urgency ?? (type === 'error' ? 'assertive' : 'polite'),
        isLeaving: false,
      };
      const isReplaced = toasts.some((other) => other.id === id);
      const next = isReplaced
        ? toasts.map((other) => (other.id === id ? toast : other))
        : [toast, ...toasts];
      for (const dropped of next.slice(limits.toast.maxCount)) {
        clearTimeout(timers.get(dropped.id));
        timers.delete(dropped.id);
      }
      set(next.slice(0, limits.toast.maxCount));
      schedule(id, limits.toast.durationMs[type], () => dismiss(id));
      return id;
    },
  };
}
