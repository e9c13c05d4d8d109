import { describe, expect, it } from 'vitest';
import {
  countText,
  forgottenText,
  noAnswer,
  protectingText,
  protectionText,
  savedCatalogueText,
  savedDesignsText,
  sharesText,
  spaceText,
} from '#features/account/storage-facts.ts';

describe('the storage texts', () => {
  it('say whether the browser protects the storage', () => {
    expect(protectionText({ ...noAnswer, isPersisted: true })).toMatch(/^Protected/);
    expect(protectionText({ ...noAnswer, isPersisted: false })).toMatch(/^Not protected/);
  });

  it('show the space used and the space allowed', () => {
    const space = (usage: number, quota: number | null) => spaceText({ ...noAnswer, usage, quota });

    expect(space(1_240_000, 12_300_000_000)).toBe('1.2\u00a0MB of up to 12\u00a0GB');
    expect(space(0, null)).toBe('0\u00a0MB');
  });

  it('name what uses the space, if the browser reports it', () => {
    const shares = { caches: 8_200_000, indexedDB: 1_900_000 };
    expect(sharesText({ ...noAnswer, shares })).toBe(
      '8.2\u00a0MB for the app and its pictures, 1.9\u00a0MB for designs, orders and changes, 0\u00a0MB for bought files',
    );
    expect(sharesText(noAnswer)).toBeNull();
  });

  it('count things, with their bytes if known', () => {
    const count = (things: number, bytes?: number) => countText(things, 'file', bytes);
    expect([count(0, 5), count(1, 1_500_000), count(2)]).toEqual([
      'None',
      '1 file, 1.5\u00a0MB',
      '2 files',
    ]);
  });

  it('are empty if the browser reports nothing', () => {
    expect(protectionText(noAnswer)).toBe('Your browser doesn’t say.');
    expect(spaceText(noAnswer)).toBe('Your browser doesn’t say.');
  });

  it('say that the browser asks, or refused to protect the storage', () => {
    const open = { ...noAnswer, isPersisted: false };
    expect(protectingText(open, 'unasked')).toBe(protectionText(open));
    expect(protectingText(open, 'asked')).toMatch(/^Your browser asks you/);
    expect(protectingText(open, 'refused')).toMatch(
      /^Not protected: .* Your browser refused for now/,
    );
    const protectedNow = { ...noAnswer, isPersisted: true };
    expect(protectingText(protectedNow, 'asked')).toBe('Protected: kept until you clear it.');
  });

  it('say how many designs are saved here, or that nothing is saved', () => {
    expect([0, 1, 2].map((count) => savedDesignsText(count, null))).toEqual([
      'No designs',
      '1 design',
      '2 designs',
    ]);
    expect(savedDesignsText(2, 'blocked')).toMatch(/saves nothing/);
  });

  it('say what was deleted of the viewed data', () => {
    const nothing = { searches: 0, listings: 0, designs: 0, pictures: 0 };
    expect(forgottenText(nothing)).toBe('There was nothing to delete.');
    expect(forgottenText({ ...nothing, searches: 1, designs: 2 })).toBe(
      'Deleted: 1 search and 2 designs.',
    );
    expect(forgottenText({ searches: 2, listings: 1, designs: 1, pictures: 30 })).toBe(
      'Deleted: 2 searches, 1 listing, 1 design, and 30 pictures.',
    );
  });

  it('say how many designs are stored, and of how many if not all are', () => {
    const now = Date.parse('2026-06-01T12:05:00Z');
    const saved = {
      designs: 112,
      published: null,
      checkedAt: '2026-06-01T12:00:00Z',
      licenceTexts: [],
    };
    expect(savedCatalogueText(saved, now)).toBe('112, checked 5 minutes ago');
    expect(savedCatalogueText({ ...saved, published: 12_345 }, now)).toBe(
      'The newest 112 of 12,345, checked 5 minutes ago',
    );
    expect(savedCatalogueText({ ...saved, designs: 0 }, now)).toBe('None');
    expect(savedCatalogueText(null, now)).toBe('None');
  });
});
