import { expect, test, vi } from 'vitest';
import { fakeWindow } from '#tests/support/fake-window.ts';
import { shownInStudio } from '#tests/support/shown-in-studio.ts';

vi.stubGlobal('window', fakeWindow('/studio/'));

async function shown(total: number, isCounted: boolean) {
  const { default: AuditScreen } = await import('#studio/features/audit/audit-screen.tsx');
  const totalPages = Math.ceil(total / 50);
  const auditLines = { items: [], total, totalPages, isCounted, actors: [], searchedTo: null };
  return shownInStudio(AuditScreen, { address: '/done', path: '/done', answers: { auditLines } });
}

test('a list says when it has more entries than are counted', async () => {
  expect(await shown(10_000, false)).toContain('10,000+ entries');
  expect(await shown(2351, false)).toContain('2,350+ entries');
  expect(await shown(10_000, true)).not.toContain('+ entries');
});
