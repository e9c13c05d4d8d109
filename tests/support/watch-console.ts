import { beforeEach, expect, vi } from 'vitest';

// An error in the console fails the test of a component, as it fails a journey.
beforeEach(() => {
  const error = vi.spyOn(console, 'error');
  return () => {
    const { calls } = error.mock;
    error.mockRestore();
    expect(calls, 'errors in the console').toEqual([]);
  };
});
