import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createToastQueue, type ToastType } from '#ui/toast-queue.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const types: readonly ToastType[] = ['blank', 'error', 'success', 'loading', 'custom'];

/** How long a toast of this type stays before it starts to leave. */
function stayOf(type: ToastType): number {
  const queue = createToastQueue();
  queue.show(type, 'text');
  for (let ms = 0; ms < 60_000; ms += 500) {
    if (queue.get()[0]?.isLeaving) return ms;
    vi.advanceTimersByTime(500);
  }
  return Infinity;
}

describe('the toasts', () => {
  it('come as blank, error, success, loading and custom (P22)', () => {
    const queue = createToastQueue();

    for (const type of types) queue.show(type, type);

    expect(queue.get().map((toast) => toast.type)).toEqual([...types].reverse());
  });

  it('stay as long as their type requires (U09)', () => {
    expect(Object.fromEntries(types.map((type) => [type, stayOf(type)]))).toEqual({
      blank: 4000,
      error: 4000,
      success: 2000,
      loading: Infinity,
      custom: 4000,
    });
  });

  it('are removed 1000 ms after they were dismissed (U10)', () => {
    const queue = createToastQueue();
    queue.dismiss(queue.show('loading', 'text'));

    vi.advanceTimersByTime(999);
    expect(queue.get()).toMatchObject([{ isLeaving: true }]);
    vi.advanceTimersByTime(1);
    expect(queue.get()).toEqual([]);
  });

  it('number at most 20, the newest ones (U10)', () => {
    const queue = createToastQueue();

    for (let count = 1; count <= 25; count += 1) queue.show('loading', `toast ${count}`);

    expect(queue.get()).toHaveLength(20);
    expect(queue.get()[0]?.text).toBe('toast 25');
    expect(queue.get().at(-1)?.text).toBe('toast 6');
  });

  it('are replaced by one with the same id, with its duration', () => {
    const queue = createToastQueue();
    queue.show('loading', 'Saving', { id: 'save' });

    queue.show('success', 'Saved', { id: 'save' });

    expect(queue.get()).toMatchObject([{ type: 'success', text: 'Saved' }]);
    vi.advanceTimersByTime(3000);
    expect(queue.get()).toEqual([]);
  });

  it('show a detail in a line of its own, if there is one', () => {
    const queue = createToastQueue();

    queue.show('success', 'Added', { detail: 'Saved on this device' });
    queue.show('success', 'Added');

    expect(queue.get().map(({ detail }) => detail)).toEqual([null, 'Saved on this device']);
  });

  it('are announced at once only if they report an error, unless specified otherwise', () => {
    const queue = createToastQueue();

    queue.show('error', 'Failed');
    queue.show('error', 'Removed From Wishlist', { urgency: 'polite' });
    queue.show('success', 'Added');

    expect(queue.get().map((toast) => toast.urgency)).toEqual(['polite', 'polite', 'assertive']);
  });

  it('notify their subscribers of each change', () => {
    const queue = createToastQueue();
    let changes = 0;
    const leave = queue.subscribe(() => {
      changes += 1;
    });

    const id = queue.show('blank', 'text');
    queue.dismiss(id);
    leave();
    queue.show('blank', 'unseen');

    expect(changes).toBe(2);
  });
});
