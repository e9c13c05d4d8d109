import { describe, expect, test } from 'vitest';
import type { SyncFacts } from '#features/sync/chip-text.ts';
import { syncSummary } from '#features/sync/sync-summary.ts';
import { calm } from './calm.ts';

describe('the summary of the changes', () => {
  const summed = (facts: Partial<SyncFacts>) => syncSummary({ ...calm, ...facts });

  test('says that the shop has no room', () => {
    expect(summed({ waiting: 1, isShopFull: true })).toBe(
      'The shop’s storage is full. Your change is saved and will be sent.',
    );
  });

  test('says what is in the way, and that the changes are saved', () => {
    expect(summed({ waiting: 2, blocked: { status: 403 } })).toBe(
      'Something between this device and the shop is blocking the connection (status 403). Your 2 changes are saved and will be sent.',
    );
    expect(summed({ waiting: 1, blocked: { status: null } })).toBe(
      'Something between this device and the shop is blocking the connection (the answer didn’t come from the shop). Your change is saved and will be sent.',
    );
  });

  test('does not call changes saved that only live in the page', () => {
    const facts = { waiting: 2, isStored: false };
    expect(summed({ ...facts, blocked: { status: 404 } })).toBe(
      'Something between this device and the shop is blocking the connection (status 404). Your 2 changes will be sent if you keep this page open.',
    );
    expect(summed({ ...facts, isReached: false })).toBe(
      'The shop can’t be reached. Your 2 changes will be sent if you keep this page open.',
    );
  });
});
