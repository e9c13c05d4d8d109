import { expect, test } from 'vitest';
import { notAsked } from '#api/use-call.ts';

test('a call without arguments is uninitialized and sends no request (P21)', async () => {
  const calls: string[] = [];
  notAsked.subscribe(() => calls.push('called'))();

  expect(notAsked.get()).toMatchObject({ status: 'uninitialized', data: undefined });
  expect(await notAsked.refetch()).toMatchObject({ status: 'uninitialized' });
  expect(calls).toEqual([]);
});
