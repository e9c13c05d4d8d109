import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

interface Field {
  readonly type: string;
  readonly value: string;
}

/** A page as `reloadWhenIdle` sees it: its URL, its forms, and the browser's locks. */
function openPage(pathname = '/shop') {
  const view = new EventTarget();
  const reload = vi.fn();
  const fields: Field[] = [];
  const held: { name: string }[] = [];
  const document = Object.assign(new EventTarget(), {
    visibilityState: 'visible',
    getElementById: () => null,
    querySelectorAll: () => fields,
  });
  vi.stubGlobal('location', { pathname, reload });
  vi.stubGlobal('document', document);
  vi.stubGlobal('addEventListener', view.addEventListener.bind(view));
  vi.stubGlobal('navigator', { locks: { query: async () => ({ held }) } });
  return {
    reload,
    fields,
    held,
    touch: (event: 'pointerdown' | 'keydown') => view.dispatchEvent(new Event(event)),
    async hide(): Promise<void> {
      document.visibilityState = 'hidden';
      document.dispatchEvent(new Event('visibilitychange'));
      await vi.advanceTimersByTimeAsync(0);
    },
    async show(): Promise<void> {
      document.visibilityState = 'visible';
      document.dispatchEvent(new Event('visibilitychange'));
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

/** Which document was loaded is determined once, when its modules load. */
async function tell(isAccepted: boolean): Promise<void> {
  vi.resetModules();
  const { reloadWhenIdle } = await import('#app/reload-when-idle.ts');
  reloadWhenIdle(isAccepted);
  await vi.advanceTimersByTimeAsync(0);
}

const minute = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a page older than the newest version', () => {
  it('reloads at once if the buyer asked for it', async () => {
    const { reload } = openPage();
    await tell(true);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('reloads when it has been idle, although the clock was set back', async () => {
    const { reload } = openPage();
    await tell(false);
    vi.setSystemTime(Date.now() - 86_400_000);
    await vi.advanceTimersByTimeAsync(3 * minute);
    expect(reload).toHaveBeenCalled();
  });

  it.each([true, false])('never reloads in the checkout (asked for: %s)', async (isAccepted) => {
    const page = openPage('/checkout');
    await tell(isAccepted);
    await page.hide();
    await vi.advanceTimersByTimeAsync(60 * minute);
    expect(page.reload).not.toHaveBeenCalled();
  });

  it('waits for running requests if the buyer asked for it', async () => {
    const { reload, held } = openPage();
    held.push({ name: 'pinwheel-outbox' });
    await tell(true);
    await vi.advanceTimersByTimeAsync(5000);
    expect(reload).not.toHaveBeenCalled();
    held.length = 0;
    await vi.advanceTimersByTimeAsync(250);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('does not wait forever for what hangs', async () => {
    const { reload, held } = openPage();
    held.push({ name: 'pinwheel-outbox' });
    await tell(true);
    await vi.advanceTimersByTimeAsync(11_000);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('reloads when hidden, if another tab agreed', async () => {
    const page = openPage();
    await tell(false);
    await page.show();
    expect(page.reload).not.toHaveBeenCalled();
    await page.hide();
    expect(page.reload).toHaveBeenCalledTimes(1);
  });

  it('does not reload while something is running, if another tab agreed', async () => {
    const page = openPage();
    page.held.push({ name: 'pinwheel-outbox' });
    await tell(false);
    await page.hide();
    expect(page.reload).not.toHaveBeenCalled();
    // A lock of somebody else doesn't count.
    page.held[0] = { name: 'workbox' };
    await page.hide();
    expect(page.reload).toHaveBeenCalledTimes(1);
  });

  it('does not reload over a filled-in form', async () => {
    const page = openPage();
    page.fields.push({ type: 'text', value: 'Foxes' });
    await tell(false);
    await page.hide();
    await vi.advanceTimersByTimeAsync(60 * minute);
    expect(page.reload).not.toHaveBeenCalled();
  });

  it('ignores checkboxes, sliders and empty fields', async () => {
    const page = openPage();
    page.fields.push({ type: 'checkbox', value: 'on' }, { type: 'range', value: '9' });
    page.fields.push({ type: 'text', value: '' });
    await tell(false);
    await page.hide();
    expect(page.reload).toHaveBeenCalledTimes(1);
  });

  it.each(['pointerdown', 'keydown'] as const)('is not idle after a %s', async (event) => {
    const page = openPage();
    await tell(false);
    await vi.advanceTimersByTimeAsync(1.9 * minute);
    page.touch(event);
    await vi.advanceTimersByTimeAsync(1.9 * minute);
    expect(page.reload).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(minute);
    expect(page.reload).toHaveBeenCalled();
  });
});
