import { isCheckoutDocument } from './checkout-border.ts';
import { toast, toastQueue } from './toast.ts';
import type { Toast } from './toast-queue.ts';

const key = 'carried-toasts';
/** What was said longer ago than this is no news on the page that follows. */
const newsMs = 10_000;

type CarriedToast = Pick<Toast, 'text'> & {
  readonly type: Exclude<Toast['type'], 'loading'>;
  /** A name that was given, so that saying it again replaces it; counted ids begin anew. */
  readonly id?: string;
};

interface Said {
  readonly saidAt: number;
  /** Of the document that said it. */
  readonly isCheckoutDocument: boolean;
  readonly toasts: CarriedToast[];
}

/**
 * Shows again what the document before this one was just saying. At the checkout's border each step
 * loads a document, and a toast would be gone before it was read.
 */
export function carryToasts(): void {
  restoreToasts();
  addEventListener('pagehide', keepToasts);
}

function keepToasts(): void {
  const toasts = toastQueue
    .get()
    // What a button does can't be carried, nor who would end a loading.
    .filter(({ isLeaving, action, type }) => !isLeaving && action === null && type !== 'loading')
    .map(({ type, text, id }) => ({ type, text, ...(Number.isNaN(Number(id)) && { id }) }));
  if (toasts.length === 0) return;
  try {
    sessionStorage.setItem(key, JSON.stringify({ saidAt: Date.now(), isCheckoutDocument, toasts }));
  } catch {
    // Without session storage they are gone with the page.
  }
}

function restoreToasts(): void {
  try {
    const kept = sessionStorage.getItem(key);
    if (kept === null) return;
    sessionStorage.removeItem(key);
    const said = JSON.parse(kept) as Said;
    const isBorder = said.isCheckoutDocument !== isCheckoutDocument;
    if (!isBorder || Date.now() - said.saidAt > newsMs) return;
    for (const { type, text, id } of said.toasts.reverse())
      toast[type](text, { ...(id && { id }) });
  } catch {
    // What can't be read is let be.
  }
}
