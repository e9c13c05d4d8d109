import { describe, expect, it } from 'vitest';
import {
  noAnswer,
  protectionText,
  savedDesignsText,
  spaceText,
} from '#features/account/storage-facts.ts';

describe('what is said of the storage', () => {
  it('is whether the browser protects it', () => {
    expect(protectionText({ ...noAnswer, isPersisted: true })).toMatch(/^Protected/);
    expect(protectionText({ ...noAnswer, isPersisted: false })).toMatch(/^Not protected/);
  });

  it('is the space used, of what the browser allows', () => {
    const space = (usage: number, quota: number | null) => spaceText({ ...noAnswer, usage, quota });

    expect(space(1_240_000, 12_300_000_000)).toBe('1.2 MB of up to 12 GB');
    expect(space(0, null)).toBe('0 MB');
  });

  it('is nothing where the browser says nothing', () => {
    expect(protectionText(noAnswer)).toBe('This browser does not say.');
    expect(spaceText(noAnswer)).toBe('This browser does not say.');
  });

  it('is how many designs are saved here, or that nothing is saved', () => {
    expect([0, 1, 2].map((count) => savedDesignsText(count, true))).toEqual([
      'No designs',
      '1 design',
      '2 designs',
    ]);
    expect(savedDesignsText(2, false)).toMatch(/saves nothing/);
  });
});
