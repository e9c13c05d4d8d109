import { afterEach, expect, test, vi } from 'vitest';
import { sharedUnsavedPath } from '#contract/shop/share-target.ts';
import { takeShared } from '../../../sw/share-target.ts';

afterEach(() => void vi.restoreAllMocks());

test('what another app shares and the device can’t store leads to a form that says so', async () => {
  const redirect = vi.spyOn(Response, 'redirect').mockReturnValue(new Response());
  const body = new FormData();
  body.set('title', 'Foxes');
  // There is no database here.
  await takeShared(new Request('http://shop.example/?custom', { method: 'POST', body }));
  expect(redirect).toHaveBeenCalledWith(sharedUnsavedPath, 303);
});
