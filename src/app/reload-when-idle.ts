import { isCheckoutDocument } from '#ui/checkout-border.ts';

/** The page counts as idle when it hasn't been touched for this long. */
const idleMs = 120_000;
/** How long to wait for running requests when the buyer asked for the new version. */
const busyMs = 10_000;

/** Reloads into the new version: at once if the buyer asked for it, otherwise when the page is hidden or idle. */
export function reloadWhenIdle(isAccepted: boolean): void {
  // Never interrupts a payment; leaving the checkout loads a new document anyway.
  if (isCheckoutDocument) return;
  if (isAccepted) {
    void untilNothingIsSent(0).then(() => location.reload());
    return;
  }
  let touchedAt = performance.now();
  const touch = () => {
    touchedAt = performance.now();
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
    if (performance.now() - touchedAt > idleMs) void reload();
  }, idleMs / 4);
}

/**
 * Waits until nothing has been running for `calmMs`, up to a limit: a reload loses nothing, it only makes
 * requests start over.
 */
export async function untilNothingIsSent(calmMs: number): Promise<void> {
  const startedAt = performance.now();
  let freeSince = startedAt;
  while (performance.now() - startedAt < busyMs) {
    if (await isBusy()) freeSince = performance.now();
    else if (performance.now() - freeSince >= calmMs) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/** Changes, requests and bought files hold a lock, or wait for one, while they are being sent. */
async function isBusy(): Promise<boolean> {
  const { held = [], pending = [] } = (await navigator.locks?.query()) ?? {};
  return [...held, ...pending].some(({ name }) => name?.startsWith('pinwheel-'));
}

/** Whether a form has been filled in, which a reload would lose. */
export function hasInput(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'main :is(input, textarea), [role="dialog"] :is(input, textarea)',
  );
  return [...fields].some(
    (field) => field.type !== 'checkbox' && field.type !== 'range' && field.value !== '',
  );
}
