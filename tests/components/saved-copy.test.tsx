import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { type CopySource, useSavedCopy } from '#ui/use-saved-copy.ts';

interface Copy {
  readonly text: string;
  readonly savedAt: string;
}

const old: Copy = { text: 'Old', savedAt: '2031-01-01T00:00:00.000Z' };
const answer: Copy = { text: 'New', savedAt: '2026-01-01T00:00:00.000Z' };

function Shown({ source }: { readonly source: CopySource<Copy> }) {
  const { saved } = useSavedCopy('a'.repeat(24), source);
  return <p role="status">{saved?.text}</p>;
}

function open(source: CopySource<Copy>): void {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  root.render(<Shown source={source} />);
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
}

test('the shop’s answer is shown, also if the device’s clock was set back since the last one', async () => {
  let stored = old;
  const asked = Promise.withResolvers<void>();
  const watching = new Set<(copy: Copy) => void>();
  const late: (() => void)[] = [];
  open({
    async refresh() {
      await asked.promise;
      stored = answer;
      return answer;
    },
    watch(onCopy) {
      let isStopped = false;
      const found = stored;
      const report = (copy: Copy) => isStopped || onCopy(copy);
      watching.add(report);
      late.push(() => report(found));
      void Promise.resolve().then(() => report(found));
      return () => {
        isStopped = true;
      };
    },
  });
  const shown = page.getByRole('status');
  await expect.element(shown).toHaveTextContent('Old');
  asked.resolve();
  await expect.element(shown).toHaveTextContent('New');
  // A query that began before the answer was saved.
  late[0]?.();
  await expect.element(shown).toHaveTextContent('New');
  // Another tab’s, by the clock that was set back further.
  const others = { text: 'Newest', savedAt: '2025-01-01T00:00:00.000Z' };
  for (const report of watching) report(others);
  await expect.element(shown).toHaveTextContent('Newest');
});
