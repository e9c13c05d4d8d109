import { describe, expect, it } from 'vitest';
import {
  changedBody,
  changedFields,
  type FormShape,
  mergedDraft,
  savedDraft,
  settledDraft,
} from '#studio/ui/shared-draft.ts';

interface Edited {
  readonly name: string;
  readonly price: number | null;
  readonly size: readonly [number, number];
}
type Typed = Readonly<Record<'name' | 'price' | 'width' | 'height', string>>;

const shape: FormShape<Edited, Typed> = {
  typedFrom: ({ name, price, size: [width, height] }) => ({
    name,
    price: price === null ? '' : String(price),
    width: String(width),
    height: String(height),
  }),
  editedFrom: ({ name, price, width, height }) => ({
    name,
    price: price === '' ? null : Number(price),
    size: [Number(width), Number(height)],
  }),
  parts: { name: ['name'], price: ['price'], size: ['width', 'height'] },
};

const base: Edited = { name: 'Moth', price: null, size: [1, 2] };
const typed = { ...shape.typedFrom(base), price: '5', height: '3' };
const theirs: Edited = { name: 'Owl', price: 6, size: [1, 2] };

describe('a form that several people edit', () => {
  it('sends only what was typed to another value, with what it started from', () => {
    expect(changedBody(shape, { base, typed })).toEqual({
      base: { price: null, size: [1, 2] },
      changes: { price: 5, size: [1, 3] },
    });
    const same = { ...shape.typedFrom(base), width: '1.0' };
    expect(changedFields(shape, { base, typed: same })).toEqual([]);
  });

  it('shows what a colleague saved where nothing was typed, and keeps the rest with its start', () => {
    expect(mergedDraft(shape, { base, typed }, theirs)).toEqual({
      base: { name: 'Owl', price: null, size: [1, 2] },
      typed: { name: 'Owl', price: '5', width: '1', height: '3' },
    });
  });

  it('keeps what was typed during a save, over a value that the writer has seen', () => {
    const sent = { base, typed: { ...shape.typedFrom(base), price: '5' } };
    const later = { ...sent.typed, name: 'Fox', price: '7' };
    // A colleague saved the name and the size.
    const saved: Edited = { name: 'Owl', price: 5, size: [1, 9] };

    const draft = savedDraft(shape, sent, later, saved);

    expect(draft.typed).toEqual({ name: 'Fox', price: '7', width: '1', height: '9' });
    expect(changedBody(shape, draft)).toEqual({
      base: { name: 'Moth', price: 5 },
      changes: { name: 'Fox', price: 7 },
    });
  });

  it('settles one field: mine is saved over theirs, or theirs is taken', () => {
    const draft = mergedDraft(shape, { base, typed }, theirs);

    const mine = settledDraft(shape, draft, 'price', theirs, 'mine');
    const taken = settledDraft(shape, draft, 'price', theirs, 'theirs');

    expect(changedBody(shape, mine)).toEqual({
      base: { price: 6, size: [1, 2] },
      changes: { price: 5, size: [1, 3] },
    });
    expect(taken.typed).toEqual({ name: 'Owl', price: '6', width: '1', height: '3' });
    expect(changedFields(shape, taken)).toEqual(['size']);
  });
});
