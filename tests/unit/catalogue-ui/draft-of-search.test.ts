import { expect, test } from 'vitest';
import { emptyRequestFields } from '#contract/shop/custom-request.ts';
import { draftOfSearch } from '#features/catalogue/draft-of-search.ts';

test('a custom request begins with the words of the search', () => {
  const fields = { ...emptyRequestFields, name: 'Hazel' };
  const description = 'I searched for “sea otters” and found nothing.';
  expect(draftOfSearch(null, 'sea otters')?.fields).toEqual({ ...emptyRequestFields, description });
  expect(draftOfSearch({ fields, images: [] }, 'sea otters')?.fields).toEqual({
    ...fields,
    description,
  });
});

test('a description that the buyer began stays', () => {
  const fields = { ...emptyRequestFields, description: 'Otters in boots' };
  expect(draftOfSearch({ fields, images: [] }, 'sea otters')).toBeNull();
});
