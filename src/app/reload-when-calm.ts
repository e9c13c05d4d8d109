import { isCheckoutDocument } from '#ui/checkout-border.ts';

/** Nobody touched the page for this long. */
const idleMs = 120_000;
/** What is on its way is waited for this long when the buyer asked for the new version. */
const busyMs = 10_000;

/** Reloads into the new version: at once where the buyer asked for it, else when the page is hidden or idle. */
export function reloadWhenCalm(isAccepted: boolean): void {
  // A payment is never torn; the checkout leaves by a document load of its own.
  if (isCheckoutDocument) return;
  if (isAccepted) {
    void untilFree(0).then(() => location.reload());
    return;
  }
  let touchedAt = Date.now();
  const touch = () => {
    touchedAt = Date.now();
  };
  addEventListener('pointerdown', touch);
  addEventListener('keydown', touch);
  const reload = async () => {
    if (!hasInput() && !(await isBusy())) location.reload();
  };
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void reload();
  });
  setInterval(() => {
    if (Date.now() - touchedAt > idleMs) void reload();
  }, idleMs / 4);
}

/**
 * Waits until nothing has been on its way for `calmMs`, but not for ever: nothing is lost by a
 * reload, only begun again.
 */
export async function untilFree(calmMs: number): Promise<void> {
  const startedAt = Date.now();
  let freeSince = startedAt;
  while (Date.now() - startedAt < busyMs) {
    if (await isBusy()) freeSince = Date.now();
    else if (Date.now() - freeSince >= calmMs) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/** Changes, requests and bought files hold a lock while they are on their way, or wait for one. */
async function isBusy(): Promise<boolean> {
  const { held = [], pending = [] } = (await navigator.locks?.query()) ?? {};
  return [...held, ...pending].some(({ name }) => name?.startsWith('pinwheel-'));
}

/** A form that was filled in by hand would be lost. */
export function hasInput(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'main :is(input, textarea), [role="dialog"] :is(input, textarea)',
  );
  return [...fields].some(
    (field) => field.type !== 'checkbox' && field.type !== 'range' && field.value !== '',
  );
}
