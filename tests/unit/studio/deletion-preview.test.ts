import { expect, test, vi } from 'vitest';
import type { BulkChange } from '#contract/studio/bulk-changes.ts';
import type { StudioCallAnswer } from '#contract/studio/calls.ts';
import { designMessages } from '#contract/studio/designs.ts';
import { fakeWindow } from '#tests/support/fake-window.ts';
import { shownInStudio } from '#tests/support/shown-in-studio.ts';

vi.stubGlobal('window', fakeWindow('/studio/'));

const id = 'a'.repeat(24);
const at = '2026-03-01T09:00:00.000Z';
const planned: BulkChange = {
  _id: id,
  title: 'Delete drafts',
  state: 'planned',
  actor: 'mia',
  createdAt: at,
  finishedAt: null,
  canUndo: false,
  isDeletion: true,
  designs: { unchanged: 0, waiting: 2, changed: 0, refused: 1, undone: 0, kept: 0 },
};

const design = { id, before: 'Draft', after: 'Deleted', reason: '' };
const refused = { ...design, title: 'Sold Moons', reason: designMessages.wasShown };
type Row = StudioCallAnswer<'bulkChangeDesigns'>['items'][number];

async function shown(change: BulkChange, ...items: Row[]): Promise<string> {
  const screen = await import('#studio/features/designs/bulk/bulk-change-screen.tsx');
  return shownInStudio(screen.default, {
    address: `/designs/changes/${id}`,
    path: '/designs/changes/:changeId',
    answers: {
      bulkChange: change,
      bulkChangeDesigns: { items, total: items.length, totalPages: 1 },
    },
  });
}

test('the preview of a deletion says that it can’t be undone, on a button that says what it does', async () => {
  const page = await shown(planned);

  expect(page).toContain('2 designs will be deleted, with pictures and files.');
  expect(page).toContain('This can’t be undone. 1 design can’t be deleted; see why below.');
  expect(page).toContain('>Delete 2 designs</button>');
});

test('each design says that it will be deleted, or why it can’t be', async () => {
  const page = await shown(
    planned,
    { ...design, title: 'Moons', outcome: 'waiting' },
    { ...refused, outcome: 'refused' },
  );

  expect(page).toMatch(/Moons.*Will be deleted.*Sold Moons.*Can’t be deleted.*never published/);
  expect(page).not.toMatch(/change</);
});

test('after it, each says whether it was deleted; what is gone has no link', async () => {
  const page = await shown(
    { ...planned, state: 'done', designs: { ...planned.designs, waiting: 0, changed: 2 } },
    { ...design, title: 'Moons', outcome: 'changed' },
    { ...refused, outcome: 'refused' },
  );

  expect(page).toContain('2 designs deleted, 1 not; see why below.');
  expect(page).toMatch(/Moons.*>Deleted<.*>Sold Moons<\/a>.*Not deleted/);
  expect(page).not.toContain('>Moons</a>');
});

test('no other preview says so', async () => {
  const page = await shown({ ...planned, title: 'Price +10%', isDeletion: false });

  expect(page).toContain('2 designs will be changed.');
  expect(page).not.toContain('undone');
  expect(page).toContain('>Change 2 designs</button>');
});
