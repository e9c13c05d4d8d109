import { beforeEach, expect, vi } from 'vitest';
import { server } from 'vitest/browser';

// React tells the tools of an open browser about each call of a component: a tenth of the time of these tests.
for (const name of ['createTask', 'timeStamp']) Reflect.deleteProperty(console, name);

// What nobody sees needn't be painted: a fifth of it.
if (server.config.browser.headless) window.parent.document.body.style.opacity = '0';

// An error in the console fails the test of a component, as it fails a journey.
beforeEach(() => {
  const error = vi.spyOn(console, 'error');
  return () => {
    const { calls } = error.mock;
    error.mockRestore();
    expect(calls, 'errors in the console').toEqual([]);
  };
});
