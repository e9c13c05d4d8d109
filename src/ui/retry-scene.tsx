import { useState } from 'react';
import { Button } from './button.tsx';
import { EmptyScene } from './empty-scene.tsx';
import type { SceneName } from './paper-scene.tsx';

interface RetrySceneProps {
  readonly scene?: SceneName;
  readonly title: string;
  readonly text: string;
  readonly level?: 1 | 2 | 3;
  readonly onRetry: () => Promise<unknown>;
}

/** Shown when content failed to load: explains it and offers a retry. */
export function RetryScene({ onRetry, scene = 'error', ...words }: RetrySceneProps) {
  const [isTrying, setTrying] = useState(false);

  async function retry(): Promise<void> {
    if (isTrying) return;
    setTrying(true);
    // If it fails again, the scene stays.
    await onRetry().catch(() => {});
    setTrying(false);
  }

  return (
    <EmptyScene scene={scene} {...words}>
      <Button aria-disabled={isTrying} aria-busy={isTrying} onClick={() => void retry()}>
        Try again
      </Button>
    </EmptyScene>
  );
}
