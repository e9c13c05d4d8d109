import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeStorage } from '#tests/support/fake-storage.ts';
import { isOneColumn, restoreCardColumns, setCardColumns } from '#ui/card-columns.ts';

/** A page that was just loaded. */
const newPage = () => vi.stubGlobal('document', { documentElement: { dataset: {} } });

beforeEach(() => {
  vi.stubGlobal('localStorage', fakeStorage());
  newPage();
});
afterEach(() => vi.unstubAllGlobals());

describe('the columns of cards', () => {
  it('are two until one is chosen', () => {
    restoreCardColumns();
    expect(isOneColumn()).toBe(false);
  });

  it('are as chosen at once, and after a reload', () => {
    for (const isOne of [true, false]) {
      setCardColumns(isOne);
      expect(isOneColumn()).toBe(isOne);
      newPage();
      restoreCardColumns();
      expect(isOneColumn()).toBe(isOne);
    }
  });

  it.each(['', '2', '{'])('are two if %j is stored', (text) => {
    localStorage.setItem('card-columns', text);
    restoreCardColumns();
    expect(isOneColumn()).toBe(false);
  });

  it('are as chosen until a reload where storage is blocked', () => {
    vi.stubGlobal('localStorage', undefined);
    setCardColumns(true);
    expect(isOneColumn()).toBe(true);
    newPage();
    restoreCardColumns();
    expect(isOneColumn()).toBe(false);
  });
});
