import { describe, expect, test } from 'vitest';
import { chipText, type SyncFacts } from '#features/sync/chip-text.ts';
import { calm } from './calm.ts';

const now = Date.parse('2026-01-01T12:00:00.000Z');
const said = (facts: Partial<SyncFacts>) => chipText({ ...calm, ...facts }, now);

describe('the chip', () => {
  test('is empty while there is nothing to say', () => {
    expect(said({})).toBeNull();
  });

  test('says whose changes are stored until they sign in', () => {
    expect(said({ stored: { owner: 'Hazel', count: 2 } })).toBe('2 changes by Hazel stored');
  });

  test('says what is pending offline', () => {
    expect(said({ isReached: false })).toBe('Offline');
    expect(said({ isReached: false, waiting: 3, isSending: true })).toBe(
      'Offline · 3 changes waiting',
    );
    expect(said({ waiting: 1 })).toBe('1 change waiting');
  });

  test('says that the shop is full while a change waits for room', () => {
    expect(said({ isShopFull: true, waiting: 1 })).toBe('Shop storage full · 1 change waiting');
    expect(said({ isReached: false, isShopFull: true, waiting: 1 })).toBe(
      'Offline · 1 change waiting',
    );
  });

  test('says that it is sending, and that all is saved', () => {
    expect(said({ waiting: 2, isSending: true })).toBe('Sending…');
    expect(said({ isJustSaved: true })).toBe('All saved');
    expect(said({ isJustSaved: true, waiting: 1 })).toBe('1 change waiting');
    expect(said({ isJustSaved: true, refused: 1 })).toBe('1 change failed');
  });

  test('says what failed, and how old the page is', () => {
    expect(said({ refused: 1 })).toBe('1 change failed');
    expect(said({ isReached: false, savedSince: '2026-01-01T10:00:00.000Z' })).toBe(
      'Offline · Saved 2 hours ago',
    );
  });

  test('says that something in between blocks the changes, even while one is being retried', () => {
    const blocked = { status: 403 };
    expect(said({ waiting: 2, blocked })).toBe('Blocked · 2 changes waiting');
    expect(said({ waiting: 2, blocked, isSending: true })).toBe('Blocked · 2 changes waiting');
    expect(said({ waiting: 1, blocked: { status: null }, isReached: false })).toBe(
      'Blocked · 1 change waiting',
    );
  });

  test('claims neither offline nor saved while no answer has come', () => {
    const savedSince = '2026-01-01T11:59:50.000Z';
    expect(said({ savedSince })).toBe('No answer yet · Saved less than a minute ago');
    expect(said({ savedSince, waiting: 1 })).toBe(
      'No answer yet · 1 change waiting · Saved less than a minute ago',
    );
  });
});
