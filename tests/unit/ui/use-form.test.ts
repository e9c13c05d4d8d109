import { expect, test } from 'vitest';
import { refilled } from '#ui/use-form.ts';

test('what was typed while a form was sent stays, and the other fields show what was saved', () => {
  const sent = { name: ' Pinwheel ', link: '' };
  const now = { name: ' Pinwheel ', link: '@pinwheel' };

  expect(refilled(now, { name: 'Pinwheel', link: '' }, sent)).toEqual({
    name: 'Pinwheel',
    link: '@pinwheel',
  });
});

test('a form begins anew with every value it is given', () => {
  expect(refilled({ name: 'Ada', code: '1' }, { code: '' })).toEqual({ name: 'Ada', code: '' });
});
