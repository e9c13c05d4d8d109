import { isCheckoutDocument } from '#ui/checkout-border.ts';

/** Nobody touched the page for this long. */
const idleMs = 120_000;

/** Reloads into the new version: at once where the buyer asked for it, else when the page is hidden or idle. */
export function reloadWhenCalm(isAccepted: boolean): void {
  // A payment is never torn; the checkout leaves by a document load of its own.
  if (isCheckoutDocument) return;
  if (isAccepted) {
    location.reload();
    return;
  }
  let touchedAt = Date.now();
  const touch = () => {
    touchedAt = Date.now();
  };
  addEventListener('pointerdown', touch);
  addEventListener('keydown', touch);
  const reload = () => {
    if (!hasInput()) location.reload();
  };
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') reload();
  });
  setInterval(() => {
    if (Date.now() - touchedAt > idleMs) reload();
  }, idleMs / 4);
}

/** A form that was filled in by hand would be lost. */
function hasInput(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'main :is(input, textarea), [role="dialog"] :is(input, textarea)',
  );
  return [...fields].some(
    (field) => field.type !== 'checkbox' && field.type !== 'range' && field.value !== '',
  );
}
