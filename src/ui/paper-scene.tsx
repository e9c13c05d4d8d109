export type SceneName = 'empty' | 'offline' | 'error' | 'cart' | 'orders' | 'wishlist' | 'search';

interface PaperSceneProps {
  readonly name: SceneName;
  readonly className?: string | undefined;
}

export function PaperScene({ name, className }: PaperSceneProps) {
  return (
    <svg viewBox="0 0 240 160" className={className} aria-hidden="true" data-scene={name}>
      <ellipse cx="120" cy="138" rx="96" ry="14" fill="var(--paper-deep)" />
    </svg>
  );
}
