import { isCheckoutDocument } from './checkout-border.ts';
import { toast, toastQueue } from './toast.ts';
import type { Toast } from './toast-queue.ts';

const key = 'carried-toasts';
/** Toasts older than this aren't shown again on the next page. */
const newsMs = 10_000;

type CarriedToast = Pick<Toast, 'text'> & {
  readonly type: Exclude<Toast['type'], 'loading'>;
  /** An id given by the caller, so that a repeated toast replaces it; generated ids start over. */
  readonly id?: string;
};

interface CarriedToasts {
  readonly saidAt: number;
  /** Whether the document that showed it was the checkout's. */
  readonly isCheckoutDocument: boolean;
  readonly toasts: CarriedToast[];
}

/**
 * Shows the previous document's current toasts again. At the checkout's border each step loads a document,
 * which would remove a toast before it is read.
 */
export function carryToasts(): void {
  restoreToasts();
  addEventListener('pagehide', storeToasts);
}

function storeToasts(): void {
  const toasts = toastQueue
    .get()
    // A button's callback can't be carried over, and nobody would end a loading toast.
    .filter(({ isLeaving, action, type }) => !isLeaving && action === null && type !== 'loading')
    .map(({ type, text, id }) => ({ type, text, ...(Number.isNaN(Number(id)) && { id }) }));
  if (toasts.length === 0) return;
  try {
    sessionStorage.setItem(key, JSON.stringify({ saidAt: Date.now(), isCheckoutDocument, toasts }));
  } catch {
    // Without session storage they are lost with the page.
  }
}

function restoreToasts(): void {
  try {
    const stored = sessionStorage.getItem(key);
    if (stored === null) return;
    sessionStorage.removeItem(key);
    const said = JSON.parse(stored) as CarriedToasts;
    const isBorder = said.isCheckoutDocument !== isCheckoutDocument;
    if (!isBorder || Date.now() - said.saidAt > newsMs) return;
    for (const { type, text, id } of said.toasts.reverse())
      toast[type](text, { ...(id && { id }) });
  } catch {
    // Toasts that can't be read are ignored.
  }
}
