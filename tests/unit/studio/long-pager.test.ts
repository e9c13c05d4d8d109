import { expect, test, vi } from 'vitest';
import { mostCounted } from '#contract/studio/list.ts';
import { fakeWindow } from '#tests/support/fake-window.ts';
import { shownInStudio } from '#tests/support/shown-in-studio.ts';

vi.stubGlobal('window', fakeWindow('/studio/'));

async function shown(total: number, totalPages: number) {
  const { default: AuditScreen } = await import('#studio/features/audit/audit-screen.tsx');
  const auditLines = { items: [], total, totalPages, actors: [], searchedTo: null };
  return shownInStudio(AuditScreen, { address: '/done', path: '/done', answers: { auditLines } });
}

test('a list says when it has more entries than are counted', async () => {
  expect(await shown(mostCounted, 200)).toContain('10,000+ entries');
  expect(await shown(mostCounted - 1, 200)).not.toContain('10,000+');
});
